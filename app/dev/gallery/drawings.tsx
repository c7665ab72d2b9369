import { Picture } from '#app/media/picture.tsx';

import { GallerySection } from './gallery-section.tsx';

export function Drawings({ names }: { names: readonly string[] }) {
  return (
    <GallerySection title="Drawings" note={`All ${names.length} of content/art, by the names that snippets have.`}>
      <ul className="grid grid-cols-2 gap-5 sm:grid-cols-3 lg:grid-cols-4">
        {names.map((name) => (
          <li key={name} className="overflow-hidden rounded-card border-3 border-edge bg-surface">
            <Picture
              of={name}
              alt=""
              width={256}
              height={192}
              maxWidth={512}
              loading="lazy"
              className="aspect-[4/3] w-full object-contain p-2"
            />
            <p className="border-t-3 border-edge px-3 py-1 text-sm break-words">{name}</p>
          </li>
        ))}
      </ul>
    </GallerySection>
  );
}
