import {bootstrapApplication} from '@angular/platform-browser';
import {NewCard} from './new-card';

void bootstrapApplication(NewCard);
