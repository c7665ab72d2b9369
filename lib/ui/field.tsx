import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';

import { Mark } from './mark.tsx';

interface FieldTexts {
  label: ReactNode;
  /** Read aloud with the label. */
  hint?: ReactNode;
  error?: ReactNode;
}

export function Field({ label, hint, error, className = '', ...input }: FieldTexts & ComponentProps<'input'>) {
  const { id, described } = useDescription(input.id, hint, error);
  return (
    <Labelled id={id} label={label} hint={hint} error={error} className={className}>
      <input type="text" {...input} {...described} className="control" />
    </Labelled>
  );
}

export function TextareaField({
  label,
  hint,
  error,
  className = '',
  ...area
}: FieldTexts & ComponentProps<'textarea'>) {
  const { id, described } = useDescription(area.id, hint, error);
  return (
    <Labelled id={id} label={label} hint={hint} error={error} className={className}>
      <textarea rows={4} {...area} {...described} className="control" />
    </Labelled>
  );
}

export function SelectField({ label, hint, error, className = '', ...select }: FieldTexts & ComponentProps<'select'>) {
  const { id, described } = useDescription(select.id, hint, error);
  return (
    <Labelled id={id} label={label} hint={hint} error={error} className={className}>
      <span className="select">
        <select {...select} {...described} className="control" />
        <Mark name="down" />
      </span>
    </Labelled>
  );
}

export function CheckboxField({ label, hint, error, className = '', ...input }: FieldTexts & ComponentProps<'input'>) {
  const { id, described } = useDescription(input.id, hint, error);
  return (
    <div className={`field ${className}`}>
      <label className="choice" htmlFor={id}>
        <input {...input} {...described} type="checkbox" className="checkbox" />
        <span>{label}</span>
      </label>
      <Descriptions id={id} hint={hint} error={error} />
    </div>
  );
}

function Labelled({ id, label, children, className, ...descriptions }: FieldTexts & LabelledProps) {
  return (
    <div className={`field ${className}`}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children}
      <Descriptions id={id} {...descriptions} />
    </div>
  );
}

interface LabelledProps {
  id: string;
  children: ReactNode;
  className: string;
}

function Descriptions({ id, hint, error }: { id: string; hint?: ReactNode; error?: ReactNode }) {
  return (
    <>
      {hasText(hint) && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {hasText(error) && (
        <p id={`${id}-error`} className="field-error">
          <Mark name="warning" />
          <span>{error}</span>
        </p>
      )}
    </>
  );
}

function useDescription(given: string | undefined, hint: ReactNode, error: ReactNode) {
  const own = useId();
  const id = given ?? own;
  const said = [hasText(error) && `${id}-error`, hasText(hint) && `${id}-hint`].filter((one) => one !== false);
  return {
    id,
    described: {
      id,
      'aria-describedby': said.length === 0 ? undefined : said.join(' '),
      'aria-invalid': hasText(error) || undefined,
    },
  };
}

function hasText(words: ReactNode): boolean {
  return words !== undefined && words !== null && words !== false && words !== '';
}
