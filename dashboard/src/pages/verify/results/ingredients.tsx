// The files that Content Credentials say a file was made of, as a tree.
import { resultTexts } from '../../../texts/verify.ts';

const texts = resultTexts.credentials;

interface Ingredient {
  readonly title: string;
  readonly issuer?: string;
  readonly validation_status?: 'valid' | 'invalid';
  readonly ingredients?: readonly Ingredient[];
}

export function Ingredients({ ingredients }: { readonly ingredients: readonly Ingredient[] }) {
  return (
    <ul className="chain">
      {ingredients.map(({ title, issuer, validation_status, ingredients: inner }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles repeat, and the list never changes
        <li key={place}>
          {title || texts.unnamed}
          {issuer && <span className="quiet"> ({texts.signedBy(issuer, validation_status === 'invalid')})</span>}
          {inner && <Ingredients ingredients={inner} />}
        </li>
      ))}
    </ul>
  );
}
