import { knowledge } from '@atelier/contracts/knowledge';
import { Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../lib/query.ts';
import { Logo } from '../../ui/logo.tsx';
import type { NavigationItem } from '../navigation.ts';
import classes from './header.module.css';

interface MobileMenuProps {
  opened: boolean;
  onClose: () => void;
  items: NavigationItem[];
}

/** The side menu of the hamburger; Get Started is there until a knowledge base exists (HEADER-05 to HEADER-07). */
export const MobileMenu = ({ opened, onClose, items }: MobileMenuProps) => {
  const bases = useRead(knowledge.endpoints.list, { query: { limit: 1 } }, { enabled: opened });
  const canStart = items.some((item) => item.to === '/knowledge-base') && bases.data?.total === 0;
  return (
    <Drawer opened={opened} onClose={onClose} position="left" size="18rem" title={<Logo size={26} />}>
      <nav aria-label="Main">
        {items.map((item) => (
          <Link key={item.to} to={item.to} className={classes.sideItem} onClick={onClose}>
            {item.label}
          </Link>
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
