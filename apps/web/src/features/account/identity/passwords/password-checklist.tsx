import { generalPasswordRules, type PasswordRule } from '@atelier/contracts/account/identity/password-rules';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import classes from './password-checklist.module.css';

interface PasswordChecklistProps {
  password: string;
  id: string;
  rules?: readonly PasswordRule[];
}

/** Shows which parts of the password rule are met while the user types. */
export const PasswordChecklist = ({ password, id, rules = generalPasswordRules }: PasswordChecklistProps) => (
  <ul className={`stack no-pad no-bullets margin-top-2 ${classes.list}`} id={id} aria-label="Password rules">
    {rules.map((rule) => {
      const isMet = rule.isMet(password);
      return (
        <li key={rule.label} className={classes.rule} data-met={isMet || undefined}>
          {isMet ? (
            <IconCheck size={14} stroke={2.5} aria-label="Met:" />
          ) : (
            <IconPoint size={14} aria-label="Not met yet:" />
          )}
          {rule.label}
        </li>
      );
    })}
  </ul>
);
