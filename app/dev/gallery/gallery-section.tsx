import { useId } from 'react';
import type { ReactNode } from 'react';

export function GallerySection({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-6">
      <h2 id={id} className="squiggle text-4xl">
        {title}
      </h2>
      <p className="max-w-[68ch]">{note}</p>
      {children}
    </section>
  );
}

export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="space-y-3">
      <h3 className="font-sans text-sm font-extrabold text-muted">{name}</h3>
      {children}
    </div>
  );
}
