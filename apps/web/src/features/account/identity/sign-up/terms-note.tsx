import { auth } from '@atelier/contracts/account/identity/auth';
import { Anchor } from '@mantine/core';
import { useRead } from '../../../../lib/query.ts';

/** Names the terms that a new account agrees to (AUTH-09), as links where the operator has published them. */
export const TermsNote = () => {
  const { data } = useRead(auth.endpoints.signUpTerms, {});
  const terms = 'terms of use';
  const privacy = 'privacy policy';
  return (
    <p className="flat muted tiny">
      By creating an account you agree to the{' '}
      {data?.terms ? (
        <Anchor underline="always" href="/terms" target="_blank" rel="noreferrer" inherit>
          {terms}
        </Anchor>
      ) : (
        terms
      )}{' '}
      and the{' '}
      {data?.privacy ? (
        <Anchor underline="always" href="/privacy" target="_blank" rel="noreferrer" inherit>
          {privacy}
        </Anchor>
      ) : (
        privacy
      )}{' '}
      of the operator of this server.
    </p>
  );
};
