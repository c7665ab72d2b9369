import { useState } from 'react';

import { Button, buttonClass } from '#lib/ui/button.tsx';
import type { ButtonKind, ButtonProps } from '#lib/ui/button.tsx';
import { CopyButton } from '#lib/ui/copy-button.tsx';
import { Mark } from '#lib/ui/mark.tsx';

import { GallerySection, Specimen } from './gallery-section.tsx';

const KINDS: readonly ButtonKind[] = ['loud', 'plain', 'quiet', 'danger'];
const LONG = 'A very long thing to do, which takes all the words it needs and then a few more of them';

export function Buttons() {
  const [presses, setPresses] = useState(0);
  const press = () => setPresses(presses + 1);
  return (
    <GallerySection
      title="Buttons"
      note="They rise when pointed at and sink by their shadow when pressed. One loud one in each view."
    >
      <Specimen name="Kinds: loud, plain, quiet, danger">
        <Row onClick={press} />
        <p aria-live="polite">{`Pressed ${presses} times.`}</p>
      </Specimen>
      <Specimen name="Busy: keeps the keyboard, does nothing more">
        <Row busy onClick={press} />
      </Specimen>
      <Specimen name="Disabled: a hole that was cut out for it">
        <Row disabled />
      </Specimen>
      <Specimen name="A link that looks like one, one with a mark, and one from right to left">
        <div className="flex flex-wrap gap-4">
          <a href="#content" className={buttonClass('plain')}>
            To the top
          </a>
          <Button>
            <Mark name="check" /> Done
          </Button>
          <div dir="rtl" lang="ar">
            <Button>
              <Mark name="next" className="rtl:-scale-x-100" /> التالي
            </Button>
          </div>
        </div>
      </Specimen>
      <Specimen name="Copies a text, and says so for two seconds; without scripts it is not there">
        <div className="flex flex-wrap gap-4">
          <CopyButton words="Gorble" label="Copy its name" copied="Copied" />
          <CopyButton kind="quiet" words="Cookies" label="Copy" fullLabel="Copy what it eats" copied="Copied" />
        </div>
      </Specimen>
      <Specimen name="Long">
        <Button kind="loud">{LONG}</Button>
      </Specimen>
    </GallerySection>
  );
}

function Row(state: ButtonProps) {
  return (
    <div className="flex flex-wrap gap-4">
      {KINDS.map((kind) => (
        <Button key={kind} {...state} kind={kind}>
          {kind}
        </Button>
      ))}
    </div>
  );
}
