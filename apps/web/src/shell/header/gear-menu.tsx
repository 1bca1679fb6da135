import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCreditCard, IconKey, IconUsers } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { ChangePasswordDialog } from '../../features/account/identity/index.ts';
import { useGear } from './gear.ts';
import type { OpeningMenu } from './menu-button.tsx';
import { OpenedMenu } from './opened-menu.tsx';

/** The menu of settings (HEADER-15, HEADER-16, HEADER-17). */
export const GearMenu: OpeningMenu = ({ button }) => {
  const { canManageUsers, canSeeBilling, canChangePassword } = useGear();
  const navigate = useNavigate();
  const [isChanging, { open, close }] = useDisclosure();
  return (
    <>
      <OpenedMenu button={button} width="12rem">
        {canManageUsers ? (
          <Menu.Item
            leftSection={<IconUsers size={16} />}
            onClick={() => void navigate({ to: '/manage-user' })}
          >
            Settings
          </Menu.Item>
        ) : null}
        {canSeeBilling ? (
          <Menu.Item
            leftSection={<IconCreditCard size={16} />}
            onClick={() => void navigate({ to: '/pricing/overview' })}
          >
            Billing
          </Menu.Item>
        ) : null}
        {canChangePassword ? (
          <Menu.Item leftSection={<IconKey size={16} />} onClick={open}>
            Change Password
          </Menu.Item>
        ) : null}
      </OpenedMenu>
      <ChangePasswordDialog opened={isChanging} onClose={close} />
    </>
  );
};
