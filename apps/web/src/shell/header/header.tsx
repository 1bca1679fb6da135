import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../lib/session.ts';
import { Logo } from '../../ui/logo.tsx';
import { openCommandPalette } from '../../ui/open-command-palette.ts';
import { navigation } from '../navigation.ts';
import { ColorSchemeMenu } from './color-scheme-menu.tsx';
import { CreditPill } from './credit-pill.tsx';
import classes from './header.module.css';
import { MobileMenu } from './mobile-menu.tsx';
import { ProfileMenu } from './profile-menu.tsx';

const shortcut = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K');

export const Header = () => {
  const may = useMay();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const items = navigation.filter((item) => may(item.permission));
  return (
    <header className={classes.header}>
      <ActionIcon
        className={classes.burger ?? ''}
        aria-label="Open the menu"
        aria-expanded={isMenuOpen}
        onClick={() => setMenuOpen(true)}
      >
        <IconMenu2 size={20} />
      </ActionIcon>
      <Link to="/agents" className={classes.logo} aria-label="Atelier, to the start">
        <Logo size={26} />
      </Link>
      <nav className={classes.nav} aria-label="Main">
        {items.map((item) => (
          <Link key={item.to} to={item.to} className={classes.item} activeOptions={{ includeSearch: false }}>
            {item.label}
          </Link>
        ))}
      </nav>
      <div className={classes.end}>
        <button type="button" className={classes.search} onClick={openCommandPalette}>
          <IconSearch size={15} aria-hidden="true" />
          <span className={classes.searchText}>Search or jump to…</span>
          <kbd className={classes.key}>{shortcut()}</kbd>
        </button>
        <Tooltip label="Search">
          <ActionIcon
            className={classes.searchIcon ?? ''}
            aria-label="Search or jump to"
            onClick={openCommandPalette}
          >
            <IconSearch size={18} />
          </ActionIcon>
        </Tooltip>
        <CreditPill />
        <ColorSchemeMenu />
        <ProfileMenu />
      </div>
      <MobileMenu opened={isMenuOpen} onClose={() => setMenuOpen(false)} items={items} />
    </header>
  );
};
