import { Form } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { Panel } from '#app/current/page/record.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import type { Alternative } from '#app/storage/crates/policy.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { Button } from '#lib/ui/button.tsx';
import { Field, SelectField } from '#lib/ui/field.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { PersonLink } from '../person-link.tsx';
import type { NamedPerson } from '../person-link.tsx';
import { ACTION_NAMES, SUBJECT_NAMES } from './policy-sentences.ts';
import type { WhyAnswer, WhyPage } from './why.ts';

const ROLES = ['public', 'authenticated', 'staff', 'admin', 'super', 'app'] as const;

/** Whether somebody may do something, and the rule that says so. */
export function WhyPanel({ crateId, why }: { crateId: string; why: WhyPage }) {
  const { text } = useText();
  return (
    <Panel id="why" title={text('admin.why.title')}>
      <p className="text-sm text-muted">{text('admin.why.about')}</p>
      <WhyForm {...why} />
      <WhyFound crateId={crateId} why={why} />
    </Panel>
  );
}

function WhyForm({ asked, deeds, found }: WhyPage) {
  const { text } = useText();
  return (
    <Form method="get" action="#why" className="grid items-start gap-3 sm:grid-cols-2">
      <Field
        key={`who ${asked.who}`}
        name="who"
        label={text('admin.why.who')}
        hint={text('admin.why.whoHint')}
        error={found?.kind === 'nobody' && text('admin.why.nobody')}
        defaultValue={asked.who}
        maxLength={254}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField key={`role ${asked.role}`} name="role" label={text('admin.why.role')} defaultValue={asked.role}>
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {text(SUBJECT_NAMES[role])}
          </option>
        ))}
      </SelectField>
      <SelectField key={`deed ${asked.deed}`} name="deed" label={text('admin.why.deed')} defaultValue={asked.deed}>
        {deeds.map((deed) => (
          <option key={deed} value={deed}>
            <DeedName deed={deed} />
          </option>
        ))}
      </SelectField>
      <Field
        key={`item ${asked.item}`}
        name="item"
        label={text('admin.why.item')}
        hint={text('admin.why.itemHint')}
        error={found?.kind === 'noItem' && text('admin.why.noItem')}
        defaultValue={asked.item}
        maxLength={128}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
      />
      <div className="sm:col-span-2">
        <Button type="submit">{text('admin.why.ask')}</Button>
      </div>
    </Form>
  );
}

function DeedName({ deed }: { deed: string }) {
  const { text } = useText();
  if (deed in ACTION_NAMES) return text(ACTION_NAMES[deed as keyof typeof ACTION_NAMES]);
  const [kind = '', ...name] = deed.split('.');
  return text('admin.why.named', { kind, name: name.join('.') });
}

function WhyFound({ crateId, why: { asked, found } }: { crateId: string; why: WhyPage }) {
  if (found?.kind === 'several') return <Candidates crateId={crateId} asked={asked} people={found.people} />;
  return found?.kind === 'answer' ? <Answer found={found} /> : null;
}

interface CandidatesProps {
  crateId: string;
  asked: WhyPage['asked'];
  people: readonly NamedPerson[];
}

function Candidates({ crateId, asked, people }: CandidatesProps) {
  const { text } = useText();
  return (
    <Notice title={text('admin.why.several')}>
      <ul className="space-y-1">
        {people.map(({ userId, name }) => (
          <li key={userId}>
            <SiteLink
              to={`${withQuery(`/admin/crates/${crateId}`, { ...asked, who: userId })}#why`}
              className="inline-block py-0.5 font-bold text-link underline"
            >
              <span lang="zxx">{name}</span> <span lang="zxx">{`@${userId}`}</span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Answer({ found }: { found: Extract<WhyAnswer, { kind: 'answer' }> }) {
  const { text, richText } = useText();
  const { explanation, person, excerpt } = found;
  const { answer, rule, as, alternatives, hiddenTags } = explanation;
  const role = text(SUBJECT_NAMES[as.app ? 'app' : as.role]);
  const { kind, title } = ANSWERS[answer];
  return (
    <Notice kind={kind} title={text(title)}>
      <p>
        {person === undefined
          ? text('admin.why.ofRole', { role })
          : richText('admin.why.ofPerson', { person: <PersonLink person={person} />, role })}
      </p>
      <p className="wrap-anywhere">
        <Reason rule={rule} answer={answer} />
      </p>
      {answer === 'sometimes' && (
        <ul className="list-disc ps-5">
          {alternatives.map((one) => (
            <li key={one.rule}>
              <AlternativeText alternative={one} />
            </li>
          ))}
          {hiddenTags.length > 0 && <li>{text('admin.why.hidden', { tags: hiddenTags.join(', ') })}</li>}
        </ul>
      )}
      {excerpt !== undefined && (
        <pre lang="zxx" className="overflow-auto font-mono text-sm whitespace-pre-wrap wrap-anywhere">
          {`${rule}: ${excerpt}`}
        </pre>
      )}
    </Notice>
  );
}

const ANSWERS = {
  yes: { kind: 'success', title: 'admin.why.yes' },
  no: { kind: 'error', title: 'admin.why.no' },
  sometimes: { kind: 'info', title: 'admin.why.sometimes' },
} as const;

function AlternativeText({ alternative: { rule, who, included, excluded } }: { alternative: Alternative }) {
  const { text, formatList } = useText();
  const tagged = included.length === 0 ? '' : formatList([...included]);
  const untagged = excluded.length === 0 ? '' : formatList([...excluded]);
  const hasTags = tagged === '' ? (untagged === '' ? 'no' : 'without') : untagged === '' ? 'with' : 'both';
  return text('admin.why.alternative', { who, hasTags, tagged, untagged, rule });
}

/** In words, for each kind of rule that explanations name. */
function Reason({ rule, answer }: { rule: string; answer: string }) {
  const { text } = useText();
  const [head = '', ...rest] = rule.split('.');
  const key = Object.hasOwn(REASONS, head) ? REASONS[head as keyof typeof REASONS] : answer === 'no' ? REFUSES : GRANTS;
  return text(key, { rule, tag: rest.join('.') });
}

const REASONS = {
  default: 'admin.why.default',
  hide: 'admin.why.hide',
  protect: 'admin.why.protect',
  least: 'admin.why.least',
  owner: 'admin.why.owner',
  holder: 'admin.why.holder',
} as const;
const REFUSES = 'admin.why.unnamed';
const GRANTS = 'admin.why.granted';
