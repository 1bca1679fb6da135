import { IconCheck, IconPoint } from '@tabler/icons-react';
import classes from './password-checklist.module.css';
import { passwordRules } from './password-rules.ts';

/** Which parts of the password rule are met, as one types. */
export const PasswordChecklist = ({ password, id }: { password: string; id: string }) => (
  <ul className={classes.list} id={id} aria-label="Password rules">
    {passwordRules.map((rule) => {
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
