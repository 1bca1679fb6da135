import { Link, useLocation } from '@tanstack/react-router';
import type { NavigationItem } from './navigation.ts';

interface MenuLinkProps {
  item: NavigationItem;
  className: string | undefined;
  onClick?: () => void;
}

/** An entry of the main menu. It is marked on its own screen, on those below it, and on those that it covers. */
export const MenuLink = ({ item, className, onClick }: MenuLinkProps) => {
  const { pathname } = useLocation();
  const { to, label, reloads = false, covers = [] } = item;
  const isCovering = covers.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  return (
    <Link
      to={to}
      className={className}
      reloadDocument={reloads}
      activeOptions={{ includeSearch: false }}
      {...(isCovering ? { 'data-status': 'active', 'aria-current': 'true' } : {})}
      onClick={onClick}
    >
      {label}
    </Link>
  );
};
