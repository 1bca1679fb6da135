import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { ChangePasswordDialog } from '../passwords/change-password.tsx';
import classes from './account.module.css';

/** Changes the password of a user who has one. */
export const PasswordPanel = ({ hasPassword }: { hasPassword: boolean }) => {
  const [opened, { open, close }] = useDisclosure();
  return (
    <Panel
      title="Password"
      actions={
        hasPassword ? (
          <Button variant="default" onClick={open}>
            Change password
          </Button>
        ) : undefined
      }
    >
      <p className={classes.text}>
        {hasPassword
          ? 'Changing it signs you out everywhere else, and we send you a mail.'
          : 'You sign in without a password.'}
      </p>
      <ChangePasswordDialog opened={opened} onClose={close} />
    </Panel>
  );
};
