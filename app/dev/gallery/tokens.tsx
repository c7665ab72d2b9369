import { palette } from '#content/art/palette.ts';

import { GallerySection, Specimen } from './gallery-section.tsx';

/** Each with its class, so that light and dark show their own. */
const TOKENS = [
  ['page', 'bg-page'],
  ['surface', 'bg-surface'],
  ['text', 'bg-text'],
  ['muted', 'bg-muted'],
  ['link', 'bg-link'],
  ['accent', 'bg-accent'],
  ['danger', 'bg-danger'],
  ['success', 'bg-success'],
  ['edge', 'bg-edge'],
  ['hairline', 'bg-hairline'],
  ['line', 'bg-line'],
  ['night', 'bg-night'],
] as const;

const PAINTS = {
  ink: 'bg-ink',
  night: 'bg-night',
  grape: 'bg-grape',
  coral: 'bg-coral',
  tangerine: 'bg-tangerine',
  sun: 'bg-accent',
  mint: 'bg-mint',
  lagoon: 'bg-lagoon',
  gum: 'bg-gum',
  cloud: 'bg-cloud',
} as const satisfies Record<keyof typeof palette, string>;

export function Tokens() {
  return (
    <GallerySection
      title="Colour"
      note="Ten colours draw everything. What they are used for has names of its own, and two values."
    >
      <Specimen name="The ten, as pictures use them">
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-5">
          {Object.entries(PAINTS).map(([name, paint]) => (
            <Swatch key={name} name={name} paint={paint} value={findValue(name)} />
          ))}
        </ul>
      </Specimen>
      <Specimen name="What they are for: change the system from light to dark">
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-6">
          {TOKENS.map(([name, paint]) => (
            <Swatch key={name} name={name} paint={paint} />
          ))}
        </ul>
      </Specimen>
      <Specimen name="Radius 20 for cards, 14 for controls; shadows of 6 and 4 fall straight down">
        <ul className="flex flex-wrap gap-6 pb-2">
          <li className="grid size-28 place-items-center rounded-card border-3 border-line bg-surface text-sm shadow-card">
            card
          </li>
          <li className="grid size-28 place-items-center rounded-control border-3 border-line bg-surface text-sm shadow-control">
            control
          </li>
          <li className="grid size-28 place-items-center rounded-full border-3 border-line bg-surface text-sm">mark</li>
        </ul>
      </Specimen>
    </GallerySection>
  );
}

function Swatch({ name, paint, value }: { name: string; paint: string; value?: string | undefined }) {
  return (
    <li className="overflow-hidden rounded-control border-3 border-edge bg-surface">
      <div className={`h-16 border-b-3 border-edge ${paint}`} />
      <p className="px-3 py-1 text-sm">
        <strong>{name}</strong> <span>{value}</span>
      </p>
    </li>
  );
}

function findValue(name: string): string | undefined {
  return Object.entries(palette).find(([one]) => one === name)?.[1];
}
