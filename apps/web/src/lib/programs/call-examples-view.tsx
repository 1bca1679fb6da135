import { SegmentedControl, Tabs } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../ui/content/code-block.tsx';
import type { ExampleForm } from './call-examples.ts';
import classes from './programs.module.css';

const Languages = ({ form }: { form: ExampleForm }) => (
  <Tabs key={form.id} defaultValue={form.examples[0]?.id ?? ''} keepMounted={false}>
    <Tabs.List aria-label="Languages">
      {form.examples.map(({ id, label }) => (
        <Tabs.Tab key={id} value={id}>
          {label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    {form.examples.map(({ id, label, code }) => (
      <Tabs.Panel key={id} value={id} pt="md">
        <CodeBlock label={`the example for ${form.label}, ${label}`} code={code} />
      </Tabs.Panel>
    ))}
  </Tabs>
);

/** Shows the forms in which programs can ask, with examples to copy. */
export const CallExamples = ({ forms }: { forms: readonly ExampleForm[] }) => {
  const [chosen, setChosen] = useState(forms[0]?.id ?? '');
  const form = forms.find(({ id }) => id === chosen);
  return (
    <>
      <SegmentedControl
        aria-label="Form of the call"
        className={classes.forms ?? ''}
        data={forms.map(({ id, label }) => ({ value: id, label }))}
        value={chosen}
        onChange={setChosen}
      />
      {form ? (
        <>
          <p>{form.about}</p>
          <Languages form={form} />
        </>
      ) : null}
    </>
  );
};
