import type { Delivery, FollowerLog } from './history.ts';
import type { ItemTimeline } from './item-timeline.ts';

/**
 * What a follower was given that nobody had done, what it was given of an item after something newer, and what it was
 * never given. Items are told as they are when they are told, so that only the order within each is one.
 */
export function feedViolations({ follower, deliveries }: FollowerLog, lives: Map<string, ItemTimeline>): string[] {
  const given = Map.groupBy(deliveries, ({ item }) => item);
  const unknown = [...given.keys()].filter((item) => !lives.has(item));
  return [
    ...unknown.map((item) => `${follower} was given ${item}, which nobody made`),
    ...[...lives.values()].flatMap((life) => {
      const own = given.get(life.item) ?? [];
      return [...inventedStates(life, own), ...outOfOrder(own), ...missingStates(life, own)].map(
        (what) => `${follower} ${what}`,
      );
    }),
  ];
}

function inventedStates(life: ItemTimeline, deliveries: Delivery[]): string[] {
  return deliveries
    .filter((delivery) => !isMade(life, delivery))
    .map((delivery) => `was given ${nameOf(delivery)}, which nobody had made`);
}

function isMade({ steps, last }: ItemTimeline, { state, at }: Delivery): boolean {
  const step = steps.get(state?.rev ?? last + 1);
  if (step === undefined || step.began > at) return false;
  return state === undefined ? step.isGone : step.tags.includes(state.tag);
}

function outOfOrder(deliveries: Delivery[]): string[] {
  const found: string[] = [];
  let before: Delivery | undefined;
  for (const delivery of deliveries) {
    if (before !== undefined && revOf(delivery) < revOf(before)) {
      found.push(`was given ${nameOf(delivery)} after ${nameOf(before)}`);
    }
    before = delivery;
  }
  return found;
}

/** The last that is given is the last that is known, or a removal that was never answered. */
function missingStates({ item, last, steps }: ItemTimeline, deliveries: Delivery[]): string[] {
  const end = steps.get(last + 1);
  const isOver = end !== undefined && end.ended < Infinity;
  const final = deliveries.at(-1);
  const isWhole = final !== undefined && revOf(final) >= (isOver ? Infinity : last);
  return isWhole ? [] : [`was never given the last of ${item}`];
}

function revOf({ state }: Delivery): number {
  return state?.rev ?? Infinity;
}

function nameOf({ item, state }: Delivery): string {
  return state === undefined ? `the end of ${item}` : `${item} at ${state.rev}`;
}
