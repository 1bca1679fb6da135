import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCreditCard, IconKey, IconSettings, IconUsers } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { ChangePasswordDialog } from '../../features/identity/index.ts';
import { useMay, useUser } from '../../lib/session.ts';
import { isBuilt } from '../navigation.ts';

/** Whether the account has a password of ours to change; others sign in elsewhere (HEADER-17). */
const hasPassword = (userId: string): boolean => userId.startsWith('auth');

/** What this person may set (HEADER-14, HEADER-15, HEADER-16, HEADER-17). */
const useGear = () => {
  const { userId, role } = useUser();
  const may = useMay();
  return {
    canManageUsers: may('users:write') && isBuilt('/manage-user'),
    canSeeBilling: may('billing:read') && isBuilt('/pricing/overview'),
    canChangePassword: role === 'OWNER' && hasPassword(userId),
  };
};

export const GearMenu = () => {
  const { canManageUsers, canSeeBilling, canChangePassword } = useGear();
  const navigate = useNavigate();
  const [isChanging, { open, close }] = useDisclosure();
  if (!canManageUsers && !canSeeBilling && !canChangePassword) return null;
  return (
    <>
      <Menu withinPortal={false}>
        <Menu.Target>
          <ActionIcon aria-label="Settings and billing">
            <IconSettings size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown miw="12rem">
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
        </Menu.Dropdown>
      </Menu>
      <ChangePasswordDialog opened={isChanging} onClose={close} />
    </>
  );
};
