import { Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useAccountCompletion } from '../../lib/account/account-completion.ts';
import { useMay, useUser } from '../../lib/account/session.ts';
import { Logo } from '../../ui/theme/logo.tsx';
import { MenuLink } from '../menu-link.tsx';
import type { NavigationItem } from '../navigation.ts';
import classes from './header.module.css';

interface MobileMenuProps {
  opened: boolean;
  onClose: () => void;
  items: NavigationItem[];
}

/**
 * The side menu behind the hamburger button. It shows Get Started until a knowledge base exists (HEADER-05, HEADER-06,
 * HEADER-07).
 */
export const MobileMenu = ({ opened, onClose, items }: MobileMenuProps) => {
  const may = useMay();
  const { tenantName } = useUser();
  const completion = useAccountCompletion();
  const canStart = may('knowledge:write') && completion?.isKnowledgeBaseExist === false;
  return (
    <Drawer opened={opened} onClose={onClose} position="left" size="18rem" title={<Logo size={26} />}>
      <p className={`break-anywhere muted small below-2 ${classes.sideTenant}`}>{tenantName}</p>
      <nav aria-label="Main">
        {items.map((item) => (
          <MenuLink key={item.to} item={item} className={classes.sideItem} onClick={onClose} />
        ))}
        {canStart ? (
          <Link to="/knowledge-base/data-import" className={classes.sideItem} onClick={onClose}>
            Get Started
          </Link>
        ) : null}
      </nav>
    </Drawer>
  );
};
