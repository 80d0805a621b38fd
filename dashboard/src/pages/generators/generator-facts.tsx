// Parts that the list and the page of a generator share.
import type { Generator } from '@content-provenance/client';
import { Tag } from '../../components/tag.tsx';
import { formatNames, generatorsTexts as texts } from '../../texts/generators.ts';

export function GeneratorStatus({ status }: Pick<Generator, 'status'>) {
  return <Tag tone={status === 'active' ? 'good' : 'bad'}>{texts.status[status]}</Tag>;
}

export function FormatList({ formats }: { readonly formats: Generator['supported_formats'] }) {
  return formats.map((format) => formatNames[format]).join(', ');
}
