/**
 * Written by `.ci/make-zone-table.js`. One line per time zone: name | country | abbreviations in January and July | city in
 * English, if the name lacks it | city in German, if it differs | the older name in CLDR.
 *
 * Zones, countries and abbreviations: tzdata 2025b, zone.tab, in the public domain. Cities: CLDR 45.0.0, © Unicode,
 * Inc., used under the Unicode License v3 (https://www.unicode.org/license.txt).
 */
export const ZONE_TABLE = `\
Africa/Abidjan|CI|GMT
Africa/Accra|GH|GMT
Africa/Addis_Ababa|ET|EAT||Addis Abeba
Africa/Algiers|DZ|CET||Algier
Africa/Asmara|ER|EAT|||Africa/Asmera
Africa/Bamako|ML|GMT
Africa/Bangui|CF|WAT
Africa/Banjul|GM|GMT
Africa/Bissau|GW|GMT
Africa/Blantyre|MW|CAT
Africa/Brazzaville|CG|WAT
Africa/Bujumbura|BI|CAT
Africa/Cairo|EG|EET EEST||Kairo
Africa/Casablanca|MA
Africa/Ceuta|ES|CET CEST
Africa/Conakry|GN|GMT
Africa/Dakar|SN|GMT
Africa/Dar_es_Salaam|TZ|EAT||Daressalam
Africa/Djibouti|DJ|EAT||Dschibuti
Africa/Douala|CM|WAT
Africa/El_Aaiun|EH|||El Aaiún
Africa/Freetown|SL|GMT
Africa/Gaborone|BW|CAT
Africa/Harare|ZW|CAT
Africa/Johannesburg|ZA|SAST
Africa/Juba|SS|CAT
Africa/Kampala|UG|EAT
Africa/Khartoum|SD|CAT||Khartum
Africa/Kigali|RW|CAT
Africa/Kinshasa|CD|WAT
Africa/Lagos|NG|WAT
Africa/Libreville|GA|WAT
Africa/Lome|TG|GMT||Lomé
Africa/Luanda|AO|WAT
Africa/Lubumbashi|CD|CAT
Africa/Lusaka|ZM|CAT
Africa/Malabo|GQ|WAT
Africa/Maputo|MZ|CAT
Africa/Maseru|LS|SAST
Africa/Mbabane|SZ|SAST
Africa/Mogadishu|SO|EAT||Mogadischu
Africa/Monrovia|LR|GMT
Africa/Nairobi|KE|EAT
Africa/Ndjamena|TD|WAT||N’Djamena
Africa/Niamey|NE|WAT
Africa/Nouakchott|MR|GMT
Africa/Ouagadougou|BF|GMT
Africa/Porto-Novo|BJ|WAT||Porto Novo
Africa/Sao_Tome|ST|GMT|São Tomé
Africa/Tripoli|LY|EET||Tripolis
Africa/Tunis|TN|CET
Africa/Windhoek|NA|CAT
America/Adak|US|HST HDT
America/Anchorage|US|AKST AKDT
America/Anguilla|AI|AST
America/Antigua|AG|AST
America/Araguaina|BR
America/Argentina/Buenos_Aires|AR||||America/Buenos_Aires
America/Argentina/Catamarca|AR||||America/Catamarca
America/Argentina/Cordoba|AR|||Córdoba|America/Cordoba
America/Argentina/Jujuy|AR||||America/Jujuy
America/Argentina/La_Rioja|AR
America/Argentina/Mendoza|AR||||America/Mendoza
America/Argentina/Rio_Gallegos|AR
America/Argentina/Salta|AR
America/Argentina/San_Juan|AR
America/Argentina/San_Luis|AR
America/Argentina/Tucuman|AR
America/Argentina/Ushuaia|AR
America/Aruba|AW|AST
America/Asuncion|PY||Asunción
America/Atikokan|CA|EST|||America/Coral_Harbour
America/Bahia_Banderas|MX|CST|Bahía de Banderas|Bahia Banderas
America/Bahia|BR
America/Barbados|BB|AST
America/Belem|BR
America/Belize|BZ|CST
America/Blanc-Sablon|CA|AST
America/Boa_Vista|BR
America/Bogota|CO|||Bogotá
America/Boise|US|MST MDT
America/Cambridge_Bay|CA|MST MDT
America/Campo_Grande|BR
America/Cancun|MX|EST|Cancún
America/Caracas|VE
America/Cayenne|GF
America/Cayman|KY|EST||Kaimaninseln
America/Chicago|US|CST CDT
America/Chihuahua|MX|CST
America/Ciudad_Juarez|MX|MST MDT|Ciudad Juárez
America/Costa_Rica|CR|CST
America/Coyhaique|CL
America/Creston|CA|MST
America/Cuiaba|BR
America/Curacao|CW|AST|Curaçao
America/Danmarkshavn|GL|GMT
America/Dawson_Creek|CA|MST
America/Dawson|CA|MST
America/Denver|US|MST MDT
America/Detroit|US|EST EDT
America/Dominica|DM|AST
America/Edmonton|CA|MST MDT
America/Eirunepe|BR
America/El_Salvador|SV|CST
America/Fort_Nelson|CA|MST
America/Fortaleza|BR
America/Glace_Bay|CA|AST ADT
America/Goose_Bay|CA|AST ADT
America/Grand_Turk|TC|EST EDT
America/Grenada|GD|AST
America/Guadeloupe|GP|AST
America/Guatemala|GT|CST
America/Guayaquil|EC
America/Guyana|GY
America/Halifax|CA|AST ADT
America/Havana|CU|CST CDT||Havanna
America/Hermosillo|MX|MST
America/Indiana/Indianapolis|US|EST EDT|||America/Indianapolis
America/Indiana/Knox|US|CST CDT|Knox, Indiana
America/Indiana/Marengo|US|EST EDT|Marengo, Indiana
America/Indiana/Petersburg|US|EST EDT|Petersburg, Indiana
America/Indiana/Tell_City|US|CST CDT|Tell City, Indiana
America/Indiana/Vevay|US|EST EDT|Vevay, Indiana
America/Indiana/Vincennes|US|EST EDT|Vincennes, Indiana
America/Indiana/Winamac|US|EST EDT|Winamac, Indiana
America/Inuvik|CA|MST MDT
America/Iqaluit|CA|EST EDT
America/Jamaica|JM|EST||Jamaika
America/Juneau|US|AKST AKDT
America/Kentucky/Louisville|US|EST EDT|||America/Louisville
America/Kentucky/Monticello|US|EST EDT|Monticello, Kentucky
America/Kralendijk|BQ|AST
America/La_Paz|BO
America/Lima|PE
America/Los_Angeles|US|PST PDT
America/Lower_Princes|SX|AST|Lower Prince’s Quarter
America/Maceio|BR
America/Managua|NI|CST
America/Manaus|BR
America/Marigot|MF|AST
America/Martinique|MQ|AST
America/Matamoros|MX|CST CDT
America/Mazatlan|MX|MST
America/Menominee|US|CST CDT
America/Merida|MX|CST|Mérida|Merida
America/Metlakatla|US|AKST AKDT
America/Mexico_City|MX|CST||Mexiko-Stadt
America/Miquelon|PM
America/Moncton|CA|AST ADT
America/Monterrey|MX|CST
America/Montevideo|UY
America/Montserrat|MS|AST
America/Nassau|BS|EST EDT
America/New_York|US|EST EDT
America/Nome|US|AKST AKDT
America/Noronha|BR
America/North_Dakota/Beulah|US|CST CDT|Beulah, North Dakota
America/North_Dakota/Center|US|CST CDT|Center, North Dakota
America/North_Dakota/New_Salem|US|CST CDT|New Salem, North Dakota
America/Nuuk|GL||||America/Godthab
America/Ojinaga|MX|CST CDT
America/Panama|PA|EST
America/Paramaribo|SR
America/Phoenix|US|MST
America/Port-au-Prince|HT|EST EDT
America/Port_of_Spain|TT|AST
America/Porto_Velho|BR
America/Puerto_Rico|PR|AST
America/Punta_Arenas|CL
America/Rankin_Inlet|CA|CST CDT
America/Recife|BR
America/Regina|CA|CST
America/Resolute|CA|CST CDT
America/Rio_Branco|BR
America/Santarem|BR
America/Santiago|CL
America/Santo_Domingo|DO|AST
America/Sao_Paulo|BR|||São Paulo
America/Scoresbysund|GL||Ittoqqortoormiit
America/Sitka|US|AKST AKDT
America/St_Barthelemy|BL|AST|St. Barthélemy|Saint-Barthélemy
America/St_Johns|CA|NST NDT|St. John’s
America/St_Kitts|KN|AST|St. Kitts
America/St_Lucia|LC|AST|St. Lucia
America/St_Thomas|VI|AST|St. Thomas
America/St_Vincent|VC|AST|St. Vincent
America/Swift_Current|CA|CST
America/Tegucigalpa|HN|CST
America/Thule|GL|AST ADT
America/Tijuana|MX|PST PDT
America/Toronto|CA|EST EDT
America/Tortola|VG|AST
America/Vancouver|CA|PST PDT
America/Whitehorse|CA|MST
America/Winnipeg|CA|CST CDT
America/Yakutat|US|AKST AKDT
Antarctica/Casey|AQ
Antarctica/Davis|AQ
Antarctica/DumontDUrville|AQ||Dumont d’Urville
Antarctica/Macquarie|AU|AEDT AEST
Antarctica/Mawson|AQ
Antarctica/McMurdo|AQ|NZDT NZST
Antarctica/Palmer|AQ
Antarctica/Rothera|AQ
Antarctica/Syowa|AQ
Antarctica/Troll|AQ
Antarctica/Vostok|AQ|||Wostok
Arctic/Longyearbyen|SJ|CET CEST
Asia/Aden|YE
Asia/Almaty|KZ
Asia/Amman|JO
Asia/Anadyr|RU
Asia/Aqtau|KZ
Asia/Aqtobe|KZ|||Aktobe
Asia/Ashgabat|TM|||Aşgabat
Asia/Atyrau|KZ
Asia/Baghdad|IQ|||Bagdad
Asia/Bahrain|BH
Asia/Baku|AZ
Asia/Bangkok|TH
Asia/Barnaul|RU
Asia/Beirut|LB|EET EEST
Asia/Bishkek|KG|||Bischkek
Asia/Brunei|BN|||Brunei Darussalam
Asia/Chita|RU|||Tschita
Asia/Colombo|LK
Asia/Damascus|SY|||Damaskus
Asia/Dhaka|BD
Asia/Dili|TL
Asia/Dubai|AE
Asia/Dushanbe|TJ|||Duschanbe
Asia/Famagusta|CY|EET EEST
Asia/Gaza|PS|EET EEST
Asia/Hebron|PS|EET EEST
Asia/Ho_Chi_Minh|VN||Ho Chi Minh City|Ho-Chi-Minh-Stadt|Asia/Saigon
Asia/Hong_Kong|HK|HKT||Hongkong
Asia/Hovd|MN|||Chowd
Asia/Irkutsk|RU
Asia/Jakarta|ID|WIB
Asia/Jayapura|ID|WIT
Asia/Jerusalem|IL|IST IDT
Asia/Kabul|AF
Asia/Kamchatka|RU|||Kamtschatka
Asia/Karachi|PK|PKT||Karatschi
Asia/Kathmandu|NP||||Asia/Katmandu
Asia/Khandyga|RU|||Chandyga
Asia/Kolkata|IN|IST||Kalkutta|Asia/Calcutta
Asia/Krasnoyarsk|RU|||Krasnojarsk
Asia/Kuala_Lumpur|MY
Asia/Kuching|MY
Asia/Kuwait|KW
Asia/Macau|MO|CST|Macao|Macau
Asia/Magadan|RU
Asia/Makassar|ID|WITA
Asia/Manila|PH|PST
Asia/Muscat|OM|||Maskat
Asia/Nicosia|CY|EET EEST||Nikosia
Asia/Novokuznetsk|RU|||Nowokuznetsk
Asia/Novosibirsk|RU|||Nowosibirsk
Asia/Omsk|RU
Asia/Oral|KZ
Asia/Phnom_Penh|KH
Asia/Pontianak|ID|WIB
Asia/Pyongyang|KP|KST||Pjöngjang
Asia/Qatar|QA|||Katar
Asia/Qostanay|KZ||Kostanay|Qostanai
Asia/Qyzylorda|KZ|||Qysylorda
Asia/Riyadh|SA|||Riad
Asia/Sakhalin|RU|||Sachalin
Asia/Samarkand|UZ
Asia/Seoul|KR|KST
Asia/Shanghai|CN|CST
Asia/Singapore|SG|||Singapur
Asia/Srednekolymsk|RU
Asia/Taipei|TW|CST||Taipeh
Asia/Tashkent|UZ|||Taschkent
Asia/Tbilisi|GE|||Tiflis
Asia/Tehran|IR|||Teheran
Asia/Thimphu|BT
Asia/Tokyo|JP|JST||Tokio
Asia/Tomsk|RU
Asia/Ulaanbaatar|MN
Asia/Urumqi|CN|||Ürümqi
Asia/Ust-Nera|RU
Asia/Vientiane|LA
Asia/Vladivostok|RU|||Wladiwostok
Asia/Yakutsk|RU|||Jakutsk
Asia/Yangon|MM|||Rangun|Asia/Rangoon
Asia/Yekaterinburg|RU|||Jekaterinburg
Asia/Yerevan|AM|||Eriwan
Atlantic/Azores|PT|||Azoren
Atlantic/Bermuda|BM|AST ADT
Atlantic/Canary|ES|WET WEST||Kanaren
Atlantic/Cape_Verde|CV|||Cabo Verde
Atlantic/Faroe|FO|WET WEST||Färöer|Atlantic/Faeroe
Atlantic/Madeira|PT|WET WEST
Atlantic/Reykjavik|IS|GMT||Reyk­ja­vík
Atlantic/South_Georgia|GS|||Südgeorgien
Atlantic/St_Helena|SH|GMT|St. Helena
Atlantic/Stanley|FK
Australia/Adelaide|AU|ACDT ACST
Australia/Brisbane|AU|AEST
Australia/Broken_Hill|AU|ACDT ACST
Australia/Darwin|AU|ACST
Australia/Eucla|AU
Australia/Hobart|AU|AEDT AEST
Australia/Lindeman|AU|AEST
Australia/Lord_Howe|AU
Australia/Melbourne|AU|AEDT AEST
Australia/Perth|AU|AWST
Australia/Sydney|AU|AEDT AEST
Europe/Amsterdam|NL|CET CEST
Europe/Andorra|AD|CET CEST
Europe/Astrakhan|RU|||Astrachan
Europe/Athens|GR|EET EEST||Athen
Europe/Belgrade|RS|CET CEST||Belgrad
Europe/Berlin|DE|CET CEST
Europe/Bratislava|SK|CET CEST
Europe/Brussels|BE|CET CEST||Brüssel
Europe/Bucharest|RO|EET EEST||Bukarest
Europe/Budapest|HU|CET CEST
Europe/Busingen|DE|CET CEST||Büsingen
Europe/Chisinau|MD|EET EEST
Europe/Copenhagen|DK|CET CEST||Kopenhagen
Europe/Dublin|IE|GMT IST
Europe/Gibraltar|GI|CET CEST
Europe/Guernsey|GG|GMT BST
Europe/Helsinki|FI|EET EEST
Europe/Isle_of_Man|IM|GMT BST
Europe/Istanbul|TR
Europe/Jersey|JE|GMT BST
Europe/Kaliningrad|RU|EET
Europe/Kirov|RU|MSK||Kirow
Europe/Kyiv|UA|EET EEST||Kiew|Europe/Kiev
Europe/Lisbon|PT|WET WEST||Lissabon
Europe/Ljubljana|SI|CET CEST
Europe/London|GB|GMT BST
Europe/Luxembourg|LU|CET CEST||Luxemburg
Europe/Madrid|ES|CET CEST
Europe/Malta|MT|CET CEST
Europe/Mariehamn|AX|EET EEST
Europe/Minsk|BY
Europe/Monaco|MC|CET CEST
Europe/Moscow|RU|MSK||Moskau
Europe/Oslo|NO|CET CEST
Europe/Paris|FR|CET CEST
Europe/Podgorica|ME|CET CEST
Europe/Prague|CZ|CET CEST||Prag
Europe/Riga|LV|EET EEST
Europe/Rome|IT|CET CEST||Rom
Europe/Samara|RU
Europe/San_Marino|SM|CET CEST
Europe/Sarajevo|BA|CET CEST
Europe/Saratov|RU|||Saratow
Europe/Simferopol|UA|MSK
Europe/Skopje|MK|CET CEST
Europe/Sofia|BG|EET EEST
Europe/Stockholm|SE|CET CEST
Europe/Tallinn|EE|EET EEST
Europe/Tirane|AL|CET CEST||Tirana
Europe/Ulyanovsk|RU|||Uljanowsk
Europe/Vaduz|LI|CET CEST
Europe/Vatican|VA|CET CEST||Vatikan
Europe/Vienna|AT|CET CEST||Wien
Europe/Vilnius|LT|EET EEST
Europe/Volgograd|RU|MSK||Wolgograd
Europe/Warsaw|PL|CET CEST||Warschau
Europe/Zagreb|HR|CET CEST
Europe/Zurich|CH|CET CEST||Zürich
Indian/Antananarivo|MG|EAT
Indian/Chagos|IO
Indian/Christmas|CX|||Weihnachtsinsel
Indian/Cocos|CC
Indian/Comoro|KM|EAT||Komoren
Indian/Kerguelen|TF
Indian/Mahe|SC
Indian/Maldives|MV|||Malediven
Indian/Mauritius|MU
Indian/Mayotte|YT|EAT
Indian/Reunion|RE||Réunion
Pacific/Apia|WS
Pacific/Auckland|NZ|NZDT NZST
Pacific/Bougainville|PG
Pacific/Chatham|NZ
Pacific/Chuuk|FM||||Pacific/Truk
Pacific/Easter|CL|||Osterinsel
Pacific/Efate|VU
Pacific/Fakaofo|TK
Pacific/Fiji|FJ|||Fidschi
Pacific/Funafuti|TV
Pacific/Galapagos|EC
Pacific/Gambier|PF
Pacific/Guadalcanal|SB
Pacific/Guam|GU
Pacific/Honolulu|US|HST
Pacific/Kanton|KI|||Enderbury|Pacific/Enderbury
Pacific/Kiritimati|KI
Pacific/Kosrae|FM
Pacific/Kwajalein|MH
Pacific/Majuro|MH
Pacific/Marquesas|PF
Pacific/Midway|UM|SST
Pacific/Nauru|NR
Pacific/Niue|NU
Pacific/Norfolk|NF
Pacific/Noumea|NC
Pacific/Pago_Pago|AS|SST
Pacific/Palau|PW
Pacific/Pitcairn|PN
Pacific/Pohnpei|FM||||Pacific/Ponape
Pacific/Port_Moresby|PG
Pacific/Rarotonga|CK
Pacific/Saipan|MP
Pacific/Tahiti|PF
Pacific/Tarawa|KI
Pacific/Tongatapu|TO
Pacific/Wake|UM
Pacific/Wallis|WF
`;
