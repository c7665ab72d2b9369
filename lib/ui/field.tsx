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
  const { id, described } = useDescription(input, hint, error);
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
  const { id, described } = useDescription(area, hint, error);
  return (
    <Labelled id={id} label={label} hint={hint} error={error} className={className}>
      <textarea rows={4} {...area} {...described} className="control" />
    </Labelled>
  );
}

export function SelectField({ label, hint, error, className = '', ...select }: FieldTexts & ComponentProps<'select'>) {
  const { id, described } = useDescription(select, hint, error);
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
  const { id, described } = useDescription(input, hint, error);
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

/** A wrong field asks for the focus, which a browser without scripts gives to the first that does. */
function useDescription(control: ControlProps, hint: ReactNode, error: ReactNode) {
  const own = useId();
  const id = control.id ?? own;
  const isWrong = hasText(error) || control['aria-invalid'];
  const said = [hasText(error) && `${id}-error`, hasText(hint) && `${id}-hint`].filter((one) => one !== false);
  return {
    id,
    described: {
      id,
      'aria-describedby': said.length === 0 ? undefined : said.join(' '),
      'aria-invalid': isWrong || undefined,
      autoFocus: Boolean(isWrong) || control.autoFocus,
    },
  };
}

type ControlProps = Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'autoFocus'>;

function hasText(words: ReactNode): boolean {
  return words !== undefined && words !== null && words !== false && words !== '';
}
