/** The menus of the header, which are fetched together. */
export { ColorSchemeMenu } from './color-scheme-menu.tsx';
export { GearMenu } from './gear-menu.tsx';
export { ProfileMenu } from './profile-menu.tsx';
export { TenantMenu } from './tenant-menu.tsx';
