// Every option of signing, folded: most people need none.
import type { Answer } from '@content-provenance/client';
import { Checkbox, NativeSelect } from '@mantine/core';
import { PlanGate, planReaches } from '../../components/plan-gate.tsx';
import { signOptionTexts as texts } from '../../texts/sign.ts';
import { countChanged, type SignOptions } from './sign-options.ts';

interface OptionFieldsProps {
  readonly options: SignOptions;
  readonly me: Answer<'GET /v1/auth/me'>;
  /** A job embeds no manifest. Its videos are long, so its options are open. */
  readonly isForJob?: boolean;
  readonly onChange: (options: SignOptions) => void;
}

export function OptionFields({ options, me, isForJob = false, onChange }: OptionFieldsProps) {
  const changed = countChanged(isForJob ? { ...options, manifest: 'none' } : options);
  const isMarked = options.watermark !== 'none';
  const isIncluded = planReaches(me.org.plan, 'growth');
  const isOpen = isIncluded && me.user.email_verified;
  const choice = <Name extends 'watermark' | 'neural' | 'manifest'>(name: Name, isDisabled: boolean) => (
    <NativeSelect
      label={texts[name].label}
      description={texts[name].note}
      disabled={isDisabled}
      value={options[name]}
      onChange={(event) => onChange({ ...options, [name]: event.currentTarget.value })}
      data={Object.entries(texts[name].choices).map(([value, label]) => ({ value, label }))}
    />
  );
  return (
    <details className="sign-options" open={isForJob}>
      <summary>
        {texts.title} <span className="quiet">{changed === 0 ? texts.usual : texts.changed(changed)}</span>
      </summary>
      <div className="sign-options-fields">
        {choice('watermark', false)}
        {choice('neural', !isMarked)}
        {!isForJob && choice('manifest', !isOpen)}
        <Checkbox
          label={texts.inBand.label}
          description={texts.inBand.note}
          disabled={!isMarked}
          checked={options.inBand && isMarked}
          onChange={(event) => onChange({ ...options, inBand: event.currentTarget.checked })}
        />
      </div>
      {!isForJob && !isIncluded && <PlanGate feature="c2pa_embed" has={me.org.plan} />}
      {!isForJob && isIncluded && !isOpen && <p className="notice">{texts.manifest.unverified}</p>}
    </details>
  );
}
