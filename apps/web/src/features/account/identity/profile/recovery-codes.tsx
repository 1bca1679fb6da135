import { Button, Group, Stack } from '@mantine/core';
import { CopyButton } from '../../../../ui/content/copy-button.tsx';
import classes from './account.module.css';

/** The recovery codes, which are shown only once. */
export const RecoveryCodes = ({ codes, onDone }: { codes: string[]; onDone: () => void }) => (
  <Stack gap="md">
    <p className={`flat muted ${classes.text}`}>
      Keep these recovery codes in a safe place. Each of them signs you in once when you do not have your
      phone. They are not shown again.
    </p>
    <ul className={`box stack flat sunken pad-3-4 ${classes.codes}`} aria-label="Recovery codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <Group justify="space-between" gap="xs">
      <CopyButton value={codes.join('\n')} label="Copy the codes" withText />
      <Button onClick={onDone}>I have kept them</Button>
    </Group>
  </Stack>
);
