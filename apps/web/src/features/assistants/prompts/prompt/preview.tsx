import { fillVariables, listPromptVariables } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../../../../ui/content/copy-button.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import classes from '../prompts.module.css';

/** Shows a prompt with values in the places of its variables. */
export const Preview = ({ text }: { text: string }) => {
  const [values, setValues] = useState<Record<string, string>>({});
  const variables = listPromptVariables(text);
  const filled = fillVariables(text, values);
  return (
    <Panel
      title="Preview"
      actions={text === '' ? undefined : <CopyButton value={filled} label="Copy prompt" />}
    >
      <div className="stack-4 one-column">
        {variables.map((name) => (
          <TextInput
            key={name}
            label={name}
            value={values[name] ?? ''}
            onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
          />
        ))}
        {text === '' ? (
          <p className="note">The text appears here as a model reads it.</p>
        ) : (
          <pre className={classes.text}>{filled}</pre>
        )}
      </div>
    </Panel>
  );
};
