import { Menu } from '@mantine/core';
import { IconLogout, IconSparkles } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMay, useSession, useUser } from '../../lib/session.ts';
import { describeError } from '../../ui/describe-error.ts';
import { toastError } from '../../ui/toasts.tsx';
import { settingsNavigation } from '../navigation.ts';
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
  <span className={classes.avatar} data-initials={initialsOf(name)} aria-hidden="true">
    {picture === null ? null : <img src={picture} alt="" referrerPolicy="no-referrer" />}
  </span>
);

/** Who I am, in which company, and the way out (HEADER-18 to HEADER-23). */
export const ProfileMenu = () => {
  const user = useUser();
  const may = useMay();
  const navigate = useNavigate();
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
        {settingsNavigation
          .filter((item) => may(item.permission))
          .map((item) => (
            <Menu.Item
              key={item.to}
              leftSection={<IconSparkles size={16} />}
              onClick={() => void navigate({ to: item.to })}
            >
              {item.label}
            </Menu.Item>
          ))}
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          Sign Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
