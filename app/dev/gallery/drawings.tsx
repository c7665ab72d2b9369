import { Shelf } from './shelf.tsx';

const drawings = import.meta.glob<string>('/content/art/*.svg', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

export function Drawings() {
  const names = Object.keys(drawings);
  return (
    <Shelf title="Drawings" note={`All ${names.length} of content/art, by the names that snippets have.`}>
      <ul className="grid grid-cols-2 gap-5 sm:grid-cols-3 lg:grid-cols-4">
        {names.map((path) => (
          <li key={path} className="overflow-hidden rounded-card border-3 border-edge bg-surface">
            <img src={drawings[path]} alt="" loading="lazy" className="aspect-[4/3] w-full object-contain p-2" />
            <p className="border-t-3 border-edge px-3 py-1 text-sm break-words">{nameOf(path)}</p>
          </li>
        ))}
      </ul>
    </Shelf>
  );
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.svg'.length);
}
