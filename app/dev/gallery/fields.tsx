import { CheckboxField, Field, SelectField, TextareaField } from '#lib/ui/field.tsx';

import { GallerySection, Specimen } from './gallery-section.tsx';

export function Fields() {
  return (
    <GallerySection
      title="Fields"
      note="A label above, a hint below it, and what is wrong in words, a colour and a mark."
    >
      <div className="grid gap-8 md:grid-cols-2">
        <Specimen name="Empty, with a hint">
          <Field label="Name of the monster" hint="As its mother calls it." placeholder="Gorble" autoComplete="off" />
        </Specimen>
        <Specimen name="Filled in">
          <Field label="E-mail" type="email" defaultValue="gorble@rumpus.example" autoComplete="off" />
        </Specimen>
        <Specimen name="Wrong">
          <Field
            label="Number of eyes"
            hint="A whole number."
            error="Three and a half is not a whole number. Count the half one as one."
            defaultValue="3.5"
            inputMode="numeric"
            autoComplete="off"
          />
        </Specimen>
        <Specimen name="Disabled">
          <Field label="Number of heads" disabled defaultValue="1" />
        </Specimen>
        <Specimen name="One of a few">
          <SelectField label="Diet" hint="You may change it once a day.">
            <option>Cookies</option>
            <option>Moons</option>
            <option>Everything else that is round enough to roll into an open mouth</option>
          </SelectField>
        </Specimen>
        <Specimen name="Several lines">
          <TextareaField label="What it did" hint="Start with the worst." />
        </Specimen>
        <Checkboxes />
        <Specimen name="From right to left">
          <div dir="rtl" lang="ar">
            <Field label="الاسم" hint="كما تناديه أمه." defaultValue="غوربل" autoComplete="off" />
          </div>
        </Specimen>
      </div>
    </GallerySection>
  );
}

function Checkboxes() {
  return (
    <Specimen name="Yes or no">
      <CheckboxField label="It bites" defaultChecked />
      <CheckboxField label="It is sorry" hint="Nobody checks this." />
      <CheckboxField label="It has a licence to bite" disabled />
      <CheckboxField label="I have counted my fingers" error="Count them before you go on." />
    </Specimen>
  );
}
