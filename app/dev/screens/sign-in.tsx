import { Form } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { getText } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { redirectAfterSignIn } from '#app/login/sign-ins/sign-in-forms.server.ts';

import { TICKET_MINUTES, readTicket, signInBy } from '../sign-in.server.ts';
import type { Route } from './+types/sign-in';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const { alias, role } = readTicket(current, params.ticket);
  const text = await getText(current.locale);
  const title = text('dev.signIn.title', { alias });
  return { alias, role, minutes: TICKET_MINUTES, head: { title, description: title } };
});

export const action = withCurrent(async (current, { params }: Route.ActionArgs) =>
  redirectAfterSignIn({ to: '/', cookies: await signInBy(current, params.ticket) }),
);

export default function SignIn({ loaderData: { alias, role, minutes } }: Route.ComponentProps) {
  const { text } = useText();
  return (
    <section className="block-card mx-auto mt-4 max-w-md space-y-6 p-6 sm:p-8">
      <h1 className="squiggle text-3xl">{text('dev.signIn.title', { alias })}</h1>
      <p>{text('dev.signIn.note', { alias, role: text('shell.account.role', { role }), minutes })}</p>
      <Form method="post" reloadDocument>
        <button
          type="submit"
          className="block-card lift cursor-pointer bg-accent px-6 py-3 font-label font-black text-on-accent"
        >
          {text('dev.signIn.submit', { alias })}
        </button>
      </Form>
    </section>
  );
}
