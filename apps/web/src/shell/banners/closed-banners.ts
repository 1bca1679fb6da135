import { useState } from 'react';
import { useUser } from '../../lib/account/session.ts';
import { cookieLife, readCookie, writeCookie } from '../../lib/browser/cookies.ts';
import { seatKey } from '../session/forget.ts';

export type BannerKind = 'email' | 'trial' | 'plan';

/** The time for which a closed banner stays away (BANNER-06). The account needs a verified email address; the other banners are offers. */
const closedFor: Record<BannerKind, number> = {
  email: cookieLife.minutes,
  trial: cookieLife.default,
  plan: cookieLife.default,
};

const cookieNameFor = (kind: BannerKind) => `banner_${kind}_closed`;

/** Returns whether this user has closed the banner in this tenant, and a function that closes it. Signing out forgets it. */
export const useClosedBanner = (kind: BannerKind): { isClosed: boolean; close: () => void } => {
  const seat = seatKey(useUser());
  const [closedBy, setClosedBy] = useState(() => readCookie(cookieNameFor(kind)));
  return {
    isClosed: closedBy === seat,
    close: () => {
      writeCookie(cookieNameFor(kind), seat, closedFor[kind]);
      setClosedBy(seat);
    },
  };
};
