export { GuardrailChecks } from './guardrail-checks.tsx';
