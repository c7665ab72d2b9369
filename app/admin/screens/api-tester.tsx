import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { useForm } from '#app/current/forms/use-form.ts';
import { useText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Panel } from '#app/current/page/record.tsx';
import { Button } from '#lib/ui/button.tsx';

import { adminHead } from '../admin-head.server.ts';
import { RequestForm } from '../api/request-form.tsx';
import { writeCurl } from '../api/tester-call.ts';
import { TESTER_INTENTS, loadTester } from '../api/tester-page.server.ts';
import { TokenPanel, findToken } from '../api/token-panel.tsx';
import { TriedCalls } from '../api/tried-calls.tsx';
import { useTester } from '../api/use-tester.ts';
import type { Route } from './+types/api-tester';

export const loader = withCurrent(async (current) => ({
  ...loadTester(current),
  head: await adminHead(current, 'admin.tester.name', 'admin.tester.about'),
}));

export const action = withCurrent(async (current, { request }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), TESTER_INTENTS),
);

export const headers = formHeaders;

export default function ApiTester({ loaderData: { calls, roles, origin }, actionData }: Route.ComponentProps) {
  const { text } = useText();
  const form = useForm(actionData, { of: 'tester.' });
  const token = findToken(form);
  const { draft, setDraft, history, isSending, send, drafts, save, remove } = useTester();
  return (
    <div className="space-y-5">
      <h1 className="squiggle text-3xl">{text('admin.tester.name')}</h1>
      <p className="max-w-[68ch]">{text('admin.tester.intro')}</p>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="min-w-0 space-y-5">
          <TokenPanel form={form} roles={roles} token={token} />
          <RequestForm
            calls={calls}
            draft={draft}
            isSending={isSending}
            curl={writeCurl(draft, token?.role ?? 'public', origin)}
            onDraft={setDraft}
            onSend={() => void send(token?.token, token?.role ?? 'public')}
            onSave={() => save(draft)}
          />
          {drafts.length > 0 && (
            <Panel title={text('admin.tester.saved')}>
              <ul className="divide-y-2 divide-hairline">
                {drafts.map((one) => (
                  <li key={JSON.stringify(one)} className="flex flex-wrap items-center gap-2 py-2">
                    <span className="min-w-0 grow wrap-anywhere" lang="zxx">{`${one.method} ${one.address}`}</span>
                    <span className="flex gap-2">
                      <Button kind="quiet" onClick={() => setDraft(one)}>
                        {text('admin.tester.again')}
                      </Button>
                      <Button kind="quiet" onClick={() => remove(one)}>
                        {text('admin.tester.remove')}
                      </Button>
                    </span>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </div>
        <div className="min-w-0 space-y-5">
          <TriedCalls history={history} onDraft={setDraft} />
        </div>
      </div>
    </div>
  );
}
