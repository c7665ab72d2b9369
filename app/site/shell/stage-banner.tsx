import { useText } from '#app/current/locale.ts';
import { isProduction } from '#app/current/stage.ts';
import type { Stage } from '#app/current/stage.ts';
import { stages, studio } from '#content/studio.ts';

/** Names the stage on every stage but production, and shows the way to the real site. */
export function StageBanner({ stage }: { stage: Stage }) {
  const { text } = useText();
  if (isProduction(stage)) return null;
  const { name, description } = stages[stage];
  return (
    <aside
      aria-label={text('shell.stage.label')}
      className="on-accent stage-tape bg-accent px-4 pt-2 pb-4 text-center text-sm text-on-accent"
    >
      <strong className="font-display">{name}</strong> <span lang="en">{description}</span>{' '}
      <a href={studio.origin} className="inline-block font-bold underline">
        {text('shell.stage.link')}
      </a>
    </aside>
  );
}
