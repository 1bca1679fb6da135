import { CompanyList } from './company-list.tsx';
import type { OpeningMenu } from './menu-button.tsx';
import { OpenedMenu } from './opened-menu.tsx';

/** Lists only the tenants. It opens below the name of the current one. */
export const CompanyMenu: OpeningMenu = ({ button }) => (
  <OpenedMenu button={button} width="14rem" position="bottom-start">
    <CompanyList />
  </OpenedMenu>
);
