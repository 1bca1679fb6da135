import { documentTemplates } from './content/document-templates.ts';
import { financeTemplates } from './content/finance-templates.ts';
import { legalTemplates } from './content/legal-templates.ts';
import { operationsTemplates } from './content/operations-templates.ts';
import { peopleTemplates } from './content/people-templates.ts';
import { salesTemplates } from './content/sales-templates.ts';
import { serviceTemplates } from './content/service-templates.ts';
import type { CategoryOfTemplates, Template } from './template.ts';

/** The categories of worker templates, in the order of the gallery (WORKER-05). */
export const templateCategories: readonly CategoryOfTemplates[] = [
  { categoryId: 'sales', name: 'Sales' },
  { categoryId: 'service', name: 'Customer service' },
  { categoryId: 'finance', name: 'Finance and orders' },
  { categoryId: 'people', name: 'People' },
  { categoryId: 'legal', name: 'Contracts and purchasing' },
  { categoryId: 'operations', name: 'Operations' },
  { categoryId: 'documents', name: 'Documents and meetings' },
];

/** All templates, in the order of the gallery. */
export const templates: readonly Template[] = [
  ...salesTemplates,
  ...serviceTemplates,
  ...financeTemplates,
  ...peopleTemplates,
  ...legalTemplates,
  ...operationsTemplates,
  ...documentTemplates,
];

export const findTemplate = (id: string): Template | undefined =>
  templates.find(({ templateId }) => templateId === id);
