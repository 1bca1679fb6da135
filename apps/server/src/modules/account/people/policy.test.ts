import { mayAskInviter } from '@atelier/contracts/account/people/invited-by';
import { Role } from '@atelier/contracts/kernel/permissions';
import { describe, expect, it } from 'vitest';
import { computeAbilities } from './policy.ts';

describe('the invited-by action check', () => {
  it('is true for a selected user with role OPERATOR only', { tags: ['ROLE-07'] }, () => {
    expect(mayAskInviter({ role: 'OPERATOR' })).toBe(true);
    expect(mayAskInviter(null)).toBe(false);
    expect(mayAskInviter(undefined)).toBe(false);
  });

  it('is false for OWNER and BUILDER, and for ADMIN and USER', { tags: ['ROLE-08', 'ROLE-09'] }, () => {
    const allowed = Role.options.filter((role) => mayAskInviter({ role }));
    expect(allowed).toEqual(['OPERATOR']);
  });
});

describe('what a member can do with another one in the list', () => {
  const asker = { may: () => true, userId: 'me', seesLinks: false };
  const member = { id: 'other', status: 'ACTIVE', role: 'USER' } as const;

  it('depends on whether they are a member, the owner, or oneself', () => {
    expect(computeAbilities(asker, member)).toEqual({
      changeRole: true,
      remove: true,
      resend: false,
      revoke: false,
      copyLink: false,
    });
    expect(computeAbilities(asker, { ...member, role: 'OWNER' })).toMatchObject({
      changeRole: false,
      remove: false,
    });
    expect(computeAbilities(asker, { ...member, id: 'me' })).toMatchObject({
      changeRole: false,
      remove: false,
    });
    expect(computeAbilities(asker, { ...member, status: 'INVITED' })).toMatchObject({
      resend: true,
      remove: false,
    });
    expect(computeAbilities({ may: () => false, seesLinks: false, userId: 'me' }, member)).toMatchObject({
      changeRole: false,
    });
  });

  it('includes the link of an open invitation only where no mail server delivers it', () => {
    const invited = { id: 'inv_1', status: 'INVITED', role: 'USER' } as const;
    expect(computeAbilities(asker, invited).copyLink).toBe(false);
    const seeing = { ...asker, seesLinks: true };
    expect(computeAbilities(seeing, invited).copyLink).toBe(true);
    expect(computeAbilities(seeing, { ...invited, status: 'EXPIRED' }).copyLink).toBe(false);
    expect(computeAbilities({ ...seeing, may: () => false }, invited).copyLink).toBe(false);
  });
});
