import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useAgentsState } from '../../lib/account/agents-state.ts';
import { useMay } from '../../lib/account/session.ts';
import { openCommandPalette } from '../../ui/guidance/open-command-palette.ts';
import { Logo } from '../../ui/theme/logo.tsx';
import { landing } from '../landing.ts';
import { MenuLink } from '../menu-link.tsx';
import { type NavigationItem, navigation, permittedItems } from '../navigation.ts';
import { CreditPill } from './credit-pill.tsx';
import classes from './header.module.css';
import { ColorSchemeButton, GearButton, ProfileButton, TenantButton } from './menu-buttons.tsx';

const MobileMenu = lazy(() => import('./mobile-menu.tsx').then((it) => ({ default: it.MobileMenu })));

const shortcut = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K');

const Search = () => (
  <>
    <button type="button" className={classes.search} onClick={openCommandPalette}>
      <IconSearch size={15} aria-hidden="true" />
      <span className={`text-start ${classes.searchText}`}>Search or jump to…</span>
      <kbd className={`ink-soft ${classes.key}`}>{shortcut()}</kbd>
    </button>
    <ActionIcon
      className={classes.searchIcon ?? ''}
      aria-label="Search or jump to"
      onClick={openCommandPalette}
    >
      <IconSearch size={18} />
    </ActionIcon>
  </>
);

const TopMenu = ({ items }: { items: NavigationItem[] }) => (
  <nav className={`flex gap-1 ${classes.nav}`} aria-label="Main">
    {items.map((item) => (
      <MenuLink key={item.to} item={item} className={classes.item} />
    ))}
  </nav>
);

/** The side menu of a phone; closed until it is opened (HEADER-05, ROUTE-70). */
const SideMenu = ({ items }: { items: NavigationItem[] }) => {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <ActionIcon
        className={classes.burger ?? ''}
        aria-label="Open the menu"
        aria-expanded={isOpen}
        onClick={open}
      >
        <IconMenu2 size={20} />
      </ActionIcon>
      {wasOpened ? (
        <Suspense>
          <MobileMenu opened={isOpen} onClose={() => setOpen(false)} items={items} />
        </Suspense>
      ) : null}
    </>
  );
};

/** The logo, tenant, menu, credits and account. On the page of a public agent there is only the logo (HEADER-01, HEADER-24). */
export const Header = () => {
  const items = permittedItems(navigation, useMay());
  const { isPublicAgent } = useAgentsState();
  return (
    <header className={`line-2 sticky ${classes.header}`}>
      {isPublicAgent ? null : <SideMenu items={items} />}
      <Link to={landing} className={`rounded inline-flex ${classes.logo}`} aria-label="Atelier, to the start">
        <Logo size={26} />
      </Link>
      {isPublicAgent ? null : (
        <>
          <TenantButton />
          <TopMenu items={items} />
          <div className={`line-1 push ${classes.end}`}>
            <Search />
            <CreditPill />
            <ColorSchemeButton />
            <GearButton />
            <ProfileButton />
          </div>
        </>
      )}
    </header>
  );
};
