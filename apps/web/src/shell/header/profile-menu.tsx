import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBuildingCog, IconHelp, IconLogout, IconMail } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useIsAdministrator } from '../../features/operate/admin/index.ts';
import { openSupport } from '../../features/operate/support/index.ts';
import { useOperator } from '../../lib/account/operator.ts';
import { useMay, useSession, useUser } from '../../lib/account/session.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { permittedItems, personalNavigation } from '../navigation.ts';
import { Avatar } from './avatar.tsx';
import classes from './header.module.css';
import type { OpeningMenu } from './menu-button.tsx';
import { OpenedMenu } from './opened-menu.tsx';
import { TenantList } from './tenant-list.tsx';
import { shortenEmail } from './user-label.ts';

const OutboxDialog = lazy(() => import('../outbox/outbox.tsx').then((it) => ({ default: it.OutboxDialog })));

/** The picture, name and email address of the user (HEADER-18, HEADER-19, HEADER-20). */
const UserCard = () => {
  const user = useUser();
  return (
    <div className={`line-3 ${classes.user}`}>
      <Avatar name={user.name} picture={user.profilePicture} />
      <div>
        <strong className={`bold text-md ${classes.name}`}>{user.firstName || user.name}</strong>
        <span className={`muted tiny ${classes.email}`} title={user.email}>
          {shortenEmail(user.email)}
        </span>
      </div>
    </div>
  );
};

/** The link to the administration, for operators. The server is asked when the menu opens (ROUTE-05). */
const Administration = () => {
  const navigate = useNavigate();
  return useIsAdministrator() === true ? (
    <Menu.Item leftSection={<IconBuildingCog size={16} />} onClick={() => void navigate({ to: '/admin' })}>
      Administration
    </Menu.Item>
  ) : null;
};

/** Opens the mails of a server that has no mail server, for operators. */
const OutboxItem = ({ onOpen }: { onOpen: () => void }) =>
  useOperator()?.readsOutbox === true ? (
    <Menu.Item leftSection={<IconMail size={16} />} onClick={onOpen}>
      Outbox of this server
    </Menu.Item>
  ) : null;

/** Shows the user, their tenant, and the way to sign out (HEADER-18, HEADER-22, HEADER-23). */
export const ProfileMenu: OpeningMenu = ({ button }) => {
  const may = useMay();
  const navigate = useNavigate();
  const { end } = useSession();
  const [readsOutbox, outbox] = useDisclosure();
  const signOut = () => void end().catch((error: unknown) => toastError(describeError(error).message));
  return (
    <>
      <OpenedMenu button={button} width="16rem">
        <UserCard />
        <Menu.Divider />
        <TenantList />
        <Menu.Divider />
        {permittedItems(personalNavigation, may).map(({ to, label, Icon }) => (
          <Menu.Item key={to} leftSection={<Icon size={16} />} onClick={() => void navigate({ to })}>
            {label}
          </Menu.Item>
        ))}
        <Administration />
        <OutboxItem onOpen={outbox.open} />
        <Menu.Item leftSection={<IconHelp size={16} />} onClick={openSupport}>
          Help & support
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          Sign Out
        </Menu.Item>
      </OpenedMenu>
      {readsOutbox ? (
        <Suspense>
          <OutboxDialog onClose={outbox.close} />
        </Suspense>
      ) : null}
    </>
  );
};
