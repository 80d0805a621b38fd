// What other programs read from a file with Content Credentials, for the plan gate.
import { sampleTexts } from '../../texts/gates.ts';

export function SampleCredentials() {
  return (
    <dl className="facts">
      {Object.entries(sampleTexts.credentials).map(([name, value]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
