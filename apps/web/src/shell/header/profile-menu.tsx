import { Menu } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useSession, useUser } from '../../lib/session.ts';
import { describeError } from '../../ui/describe-error.ts';
import { toastError } from '../../ui/toasts.tsx';
import classes from './header.module.css';
import { initialsOf, shortenEmail } from './person.ts';

const roleNames = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  BUILDER: 'Builder',
  OPERATOR: 'Operator',
  USER: 'User',
} as const;

const Avatar = ({ name, picture }: { name: string; picture: string | null }) => (
  <span className={classes.avatar} aria-hidden="true">
    {picture === null ? initialsOf(name) : <img src={picture} alt="" referrerPolicy="no-referrer" />}
  </span>
);

/** Who I am, in which company, and the way out (HEADER-18 to HEADER-23). */
export const ProfileMenu = () => {
  const user = useUser();
  const { end } = useSession();
  const signOut = () => void end().catch((error: unknown) => toastError(describeError(error).message));
  return (
    <Menu>
      <Menu.Target>
        <button type="button" className={classes.profile} aria-label={`Account of ${user.name}`}>
          <Avatar name={user.name} picture={user.profilePicture} />
        </button>
      </Menu.Target>
      <Menu.Dropdown miw="15rem" maw="20rem">
        <div className={classes.person}>
          <Avatar name={user.name} picture={user.profilePicture} />
          <div>
            <strong className={classes.name}>{user.firstName || user.name}</strong>
            <span className={classes.email} title={user.email}>
              {shortenEmail(user.email)}
            </span>
          </div>
        </div>
        <Menu.Divider />
        <div className={classes.tenant}>
          <span>{user.tenantName}</span>
          <small className={classes.role}>{roleNames[user.role]}</small>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          Sign Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
