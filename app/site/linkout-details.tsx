import { useText } from '#app/current/locale.ts';

interface LinkoutDetailsProps {
  destination: {
    before: string;
    host: string;
    behind: string;
    readable: string | undefined;
    userinfo: string | undefined;
    port: string | undefined;
    isEncrypted: boolean;
  };
}

export function LinkoutDetails({ destination }: LinkoutDetailsProps) {
  const { text } = useText();
  const { before, host, behind, readable, userinfo, port, isEncrypted } = destination;
  return (
    <>
      <p>{text('linkout.page.warning')}</p>
      <div className="space-y-2">
        <p className="font-bold">{text('linkout.target.host')}</p>
        <p dir="ltr" className="font-display text-2xl [overflow-wrap:anywhere] sm:text-3xl">
          {host}
        </p>
        {readable && (
          <p className="[overflow-wrap:anywhere]">{text('linkout.target.readable', { host: isolated(readable) })}</p>
        )}
      </div>
      {(userinfo ?? port ?? !isEncrypted) && (
        <ul className="list-disc space-y-2 ps-6 font-bold">
          {userinfo && (
            <li className="[overflow-wrap:anywhere]">
              {text('linkout.target.userinfo', { userinfo: isolated(shortened(userinfo)) })}
            </li>
          )}
          {port && <li>{text('linkout.target.port', { port })}</li>}
          {!isEncrypted && <li>{text('linkout.target.insecure')}</li>}
        </ul>
      )}
      <div className="space-y-2">
        <p className="font-bold">{text('linkout.target.address')}</p>
        {/* Never cut, however long. */}
        <p dir="ltr" className="rounded-xl border-2 border-hairline p-4 font-mono text-sm [overflow-wrap:anywhere]">
          <span>{before}</span>
          <strong className="bg-accent text-on-accent">{host}</strong>
          <span>{behind}</span>
        </p>
      </div>
    </>
  );
}

const MAX_CHARACTERS = 80;

/** The address below it is complete. */
function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
