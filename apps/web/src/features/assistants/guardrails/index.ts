export { GuardrailChecks, withFirstCheck } from './guardrail-checks.tsx';
