import morphdom from 'morphdom';
import Alpine from 'alpinejs';
import alpineMorph from '@alpinejs/morph';

export {Idiomorph} from 'idiomorph';
export const alpine = Alpine;
Alpine.plugin(alpineMorph);
export const morph = morphdom as unknown as (from: Element, to: string) => Element;
