export { GuardrailFields } from './guardrail-fields.tsx';
