import type { OpeningMenu } from './menu-button.tsx';
import { OpenedMenu } from './opened-menu.tsx';
import { TenantList } from './tenant-list.tsx';

/** Lists only the tenants. It opens below the name of the current one. */
export const TenantMenu: OpeningMenu = ({ button }) => (
  <OpenedMenu button={button} width="14rem" position="bottom-start">
    <TenantList />
  </OpenedMenu>
);
