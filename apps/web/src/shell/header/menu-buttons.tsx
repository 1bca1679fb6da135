import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconChevronDown, IconSettings } from '@tabler/icons-react';
import { useUser } from '../../lib/account/session.ts';
import { useTenants } from '../../lib/account/tenants.ts';
import { Avatar } from './avatar.tsx';
import { colorSchemeChoices } from './color-scheme-choices.ts';
import { useGear } from './gear.ts';
import classes from './header.module.css';
import { lazyMenu, MenuButton } from './menu-button.tsx';

const menus = () => import('./menus.tsx');
const tenantMenu = lazyMenu(() => menus().then((it) => ({ default: it.TenantMenu })));
const colorSchemeMenu = lazyMenu(() => menus().then((it) => ({ default: it.ColorSchemeMenu })));
const gearMenu = lazyMenu(() => menus().then((it) => ({ default: it.GearMenu })));
const profileMenu = lazyMenu(() => menus().then((it) => ({ default: it.ProfileMenu })));

/** The name of the current tenant. A user who belongs to several can switch here. */
export const TenantButton = () => {
  const { tenantName } = useUser();
  const hasSeveral = (useTenants()?.length ?? 0) > 1;
  const name = <span className="truncate">{tenantName}</span>;
  if (!hasSeveral)
    return (
      <span className={classes.currentTenant} title={tenantName}>
        {name}
      </span>
    );
  return (
    <MenuButton
      menu={tenantMenu}
      button={
        <button type="button" className={classes.currentTenant} title={`${tenantName}: change company`}>
          {name}
          <IconChevronDown size={14} aria-hidden="true" />
        </button>
      }
    />
  );
};

export const ColorSchemeButton = () => {
  const { colorScheme } = useMantineColorScheme();
  const current = colorSchemeChoices.find((choice) => choice.value === colorScheme) ?? colorSchemeChoices[2];
  return (
    <MenuButton
      menu={colorSchemeMenu}
      button={
        <ActionIcon className={classes.scheme ?? ''} aria-label={`Appearance: ${current.label}`}>
          <current.Icon size={18} />
        </ActionIcon>
      }
    />
  );
};

/** Shown to users who have something to set (HEADER-14). */
export const GearButton = () => {
  const { canManageUsers, canSeeBilling, canChangePassword } = useGear();
  if (!canManageUsers && !canSeeBilling && !canChangePassword) return null;
  return (
    <MenuButton
      menu={gearMenu}
      button={
        <ActionIcon aria-label="Settings and billing">
          <IconSettings size={18} />
        </ActionIcon>
      }
    />
  );
};

export const ProfileButton = () => {
  const user = useUser();
  return (
    <MenuButton
      menu={profileMenu}
      button={
        <button type="button" className={classes.profile} aria-label={`Account of ${user.name}`}>
          <Avatar name={user.name} picture={user.profilePicture} />
        </button>
      }
    />
  );
};
