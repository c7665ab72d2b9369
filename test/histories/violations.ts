import { feedViolations } from './feed-violations.ts';
import type { FollowerLog, History, Operation } from './history.ts';
import { timelineOf, nameOf } from './item-timeline.ts';
import type { ItemTimeline, TimelineStep } from './item-timeline.ts';

/**
 * What in a history no store can have told that does each thing at one moment between its asking and its answer, and
 * hands its changes on in that order without leaving one out. The revisions tell the order, so that this takes no
 * search: each item's steps are put in order, and every answer must fit between those that ended before it began and
 * those that began before it ended. Empty when all is well.
 */
export function violationsIn({ operations, feeds }: History): string[] {
  const lives = new Map<string, ItemTimeline>();
  const found: string[] = [];
  const given = highestRevisions(feeds);
  for (const [item, own] of Map.groupBy(operations, ({ item }) => item)) {
    const life = timelineOf(item, own, given.get(item) ?? 0);
    lives.set(item, life);
    found.push(
      ...life.violations,
      ...own.flatMap((operation) => wrongAnswer(life, operation)),
      ...orderFaults(life, own),
    );
  }
  return [...found, ...feeds.flatMap((feed) => feedViolations(feed, lives))];
}

/** The highest revision of each item that a follower was given as a state. */
function highestRevisions(feeds: FollowerLog[]): Map<string, number> {
  const highest = new Map<string, number>();
  for (const { item, state } of feeds.flatMap(({ deliveries }) => deliveries)) {
    highest.set(item, Math.max(state?.rev ?? 0, highest.get(item) ?? 0));
  }
  return highest;
}

/** Whether an answer fits the step that it tells of, and a refusal had a reason. */
function wrongAnswer(life: ItemTimeline, operation: Operation): string[] {
  const { input, result } = operation;
  const wrong = (why: string) => [`${life.item}: ${nameOf(operation)} ${why}`];
  const ifMatch = 'ifMatch' in input ? input.ifMatch : undefined;
  const step = 'rev' in result ? life.steps.get(result.rev) : undefined;
  if (result.kind === 'written') {
    if (ifMatch !== undefined && result.rev !== ifMatch + 1) return wrong(`wrote ${result.rev}`);
    return step?.tags.includes(result.tag) === false ? wrong(`was told the tag ${result.tag}`) : [];
  }
  if (result.kind === 'removed')
    return ifMatch === undefined || ifMatch === life.last ? [] : wrong(`removed ${life.last}`);
  if (result.kind === 'state') {
    if (step === undefined) return wrong(`was told ${result.rev}, which nobody wrote`);
    const isRight = step.bodies.includes(result.body) && step.tags.includes(result.tag);
    return isRight ? [] : wrong(`was told ${result.body} and ${result.tag} at ${result.rev}`);
  }
  if (result.kind === 'changed') return isJustified(life, operation, ifMatch, result.rev) ? [] : wrong('was refused');
  if (result.kind === 'gone') return life.steps.get(life.last + 1) ? [] : wrong('was told that nothing is there');
  return [];
}

/** Whether the item can have been past that revision before the answer was given. */
function isJustified(life: ItemTimeline, { ended }: Operation, ifMatch: number | undefined, rev: number): boolean {
  if (ifMatch === undefined || rev === ifMatch) return false;
  const next = life.steps.get(ifMatch + 1);
  const began = next?.began ?? Math.min(Infinity, ...life.unanswered.map((operation) => operation.began));
  return began <= ended;
}

interface Observation {
  began: number;
  ended: number;
  of: Operation | undefined;
}

/**
 * In the order of the revisions, first the write and then who saw it, nothing may end before something that stands
 * earlier began. Then a moment can be found for each.
 */
function orderFaults(life: ItemTimeline, operations: Operation[]): string[] {
  const seen = Map.groupBy(operations.filter(isObservation), (operation) => seenRev(life, operation));
  const steps = [...life.steps.values()].toSorted((a, b) => a.rev - b.rev);
  const found: string[] = [];
  let latest: Observation = { began: -Infinity, ended: -Infinity, of: undefined };
  const follow = (sights: Observation[]) => {
    for (const { ended, of } of sights) {
      if (ended < latest.began) found.push(`${life.item}: ${nameOf(of)} knows less than ${nameOf(latest.of)}`);
    }
    latest = sights.reduce((late, sight) => (sight.began > late.began ? sight : late), latest);
  };
  for (const step of steps) {
    follow([observationOf(step)]);
    follow((seen.get(step.rev) ?? []).map((of) => ({ began: of.began, ended: of.ended, of })));
  }
  return found;
}

function isObservation({ result }: Operation): boolean {
  return result.kind === 'state' || result.kind === 'changed' || result.kind === 'gone';
}

function seenRev(life: ItemTimeline, { result }: Operation): number {
  return 'rev' in result ? result.rev : life.last + 1;
}

function observationOf({ began, ended, write }: TimelineStep): Observation {
  return { began, ended, of: write };
}
