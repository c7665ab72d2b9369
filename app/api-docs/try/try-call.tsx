import { use, useRef, useState } from 'react';
import type { FormEvent } from 'react';

import { useText } from '#app/current/locale.ts';
import { Button } from '#lib/ui/button.tsx';
import { Details } from '#lib/ui/details.tsx';
import { Field, TextareaField } from '#lib/ui/field.tsx';

import type { CallReference, RequestSample } from '../contract/reference.ts';
import { buildAddress } from '../contract/request-examples.ts';
import { CodeBlock } from '../reference/code-block.tsx';
import { KeyContext } from './key-context.ts';
import { sendRequest } from './send-request.ts';
import type { TriedAnswer, TriedRequest } from './send-request.ts';
import { TriedAnswerView } from './tried-answer.tsx';

interface TryCallProps {
  call: CallReference;
}

/** Sends a call from the page. Its form is made when it is opened, because a page has a hundred of them. */
export function TryCall({ call }: TryCallProps) {
  const { text } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Details
      className="[@media(scripting:none)]:hidden"
      summary={text('docs.try.heading')}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {isOpen && <TryForm call={call} />}
    </Details>
  );
}

function TryForm({ call }: TryCallProps) {
  const { text } = useText();
  const { key, setKey } = use(KeyContext);
  const [sent, setSent] = useState<TriedRequest>();
  const { answer, failure, isSending, send } = useSender();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const request = buildRequest(call, new FormData(event.currentTarget), key);
    setSent(request);
    void send(request);
  };
  const takesKey = call.permission !== undefined;
  return (
    <form onSubmit={submit} autoComplete="off" className="space-y-5">
      <p className="text-sm text-muted">{text(takesKey ? 'docs.try.withKey' : 'docs.try.withoutKey')}</p>
      <RequestFields call={call} />
      {takesKey && (
        <Field
          type="password"
          label={text('docs.try.key')}
          autoComplete="off"
          value={key}
          className="max-w-md"
          onChange={({ target }) => setKey(target.value)}
        />
      )}
      <Button type="submit" kind="plain" busy={isSending}>
        {text('docs.try.send')}
      </Button>
      <output className="block space-y-4">
        {sent && <CodeBlock code={requestText(sent)} label={text('docs.try.request')} />}
        {failure !== undefined && (
          <p className="font-bold text-danger">{text('docs.try.failed', { reason: failure })}</p>
        )}
        {answer && <TriedAnswerView answer={answer} />}
      </output>
    </form>
  );
}

function RequestFields({ call: { sample, parameters, takes } }: TryCallProps) {
  const { text } = useText();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {parameters.map(({ in: place, name, isRequired, type }) => (
          <Field
            key={`${place} ${name}`}
            name={`${place} ${name}`}
            label={<code lang="zxx">{name}</code>}
            hint={<code lang="zxx">{type.length < 60 ? type : place}</code>}
            required={isRequired}
            defaultValue={findValue(sample, place, name) ?? ''}
            spellCheck={false}
          />
        ))}
      </div>
      {takes && (
        <TextareaField
          name="body"
          rows={6}
          label={text('docs.try.body')}
          defaultValue={sample.bytes ?? JSON.stringify(sample.body, undefined, 2)}
          spellCheck={false}
        />
      )}
    </>
  );
}

/** One request at a time; the next one ends it. */
function useSender() {
  const [state, setState] = useState<{ answer?: TriedAnswer; failure?: string; isSending?: boolean }>({});
  const running = useRef<AbortController>(undefined);
  const send = async (request: TriedRequest) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ isSending: true });
    const next = await sendRequest(request, controller.signal).then(
      (answer) => ({ answer }),
      (reason: unknown) => ({ failure: reason instanceof Error ? reason.message : String(reason) }),
    );
    if (running.current === controller) setState(next);
  };
  return { ...state, send };
}

function buildRequest(call: CallReference, form: FormData, key: string): TriedRequest {
  const filled = (part: string) => {
    const texts = [...form].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    );
    const named = texts.filter(([name]) => name.startsWith(`${part} `));
    return Object.fromEntries(named.map(([name, value]) => [name.slice(part.length + 1), value]));
  };
  const sample = { ...call.sample, params: filled('path'), query: filled('query') };
  const body = form.get('body');
  return {
    method: call.method,
    url: `${location.origin}${buildAddress(call, sample)}`,
    headers: {
      accept: 'application/json',
      ...(call.takes === 'json' && { 'content-type': 'application/json' }),
      ...(key !== '' && call.permission !== undefined && { 'rumpus-delegation-key': key }),
      ...filled('header'),
    },
    body: typeof body === 'string' ? body : undefined,
  };
}

function findValue({ params, query, headers, setup }: RequestSample, part: string, name: string): string | undefined {
  // The example makes them; here they are those of whoever tries.
  if (setup !== undefined && (name === 'itemId' || name === 'rev')) return undefined;
  const given = { path: params, query, header: headers }[part] ?? {};
  return Object.entries(given).find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
}

/** As it goes over the wire, but for the key. */
function requestText({ method, url, headers, body }: TriedRequest): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${/-(?:key|token)$/.test(name) && name !== 'idempotency-key' ? '…' : value}`,
  );
  return [`${method} ${url}`, ...lines, ...(body === undefined ? [] : ['', body])].join('\n');
}
