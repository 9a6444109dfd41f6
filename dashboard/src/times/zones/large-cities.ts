/**
 * Large cities and trade fair towns without a time zone of their own name. One line per zone, the largest city first.
 * `English=German` if the names differ.
 */
export const LARGE_CITIES = `\
Europe/Berlin|Hamburg,Munich=München,Cologne=Köln,Frankfurt,Stuttgart,Düsseldorf,Leipzig,Dortmund,Essen,Bremen,Dresden,Hanover=Hannover,Nuremberg=Nürnberg,Duisburg,Bochum,Wuppertal,Bielefeld,Bonn,Münster,Mannheim,Karlsruhe,Augsburg,Wiesbaden,Mönchengladbach,Aachen,Braunschweig,Kiel,Chemnitz,Magdeburg,Freiburg,Halle,Lübeck,Mainz,Erfurt,Rostock,Kassel,Saarbrücken,Potsdam,Heidelberg,Regensburg,Würzburg,Ulm,Friedrichshafen
Europe/Vienna|Graz,Linz,Salzburg,Innsbruck,Klagenfurt,Wels,Bregenz,Dornbirn
Europe/Zurich|Geneva=Genf,Basel,Bern,Lausanne,Winterthur,Lucerne=Luzern,St. Gallen,Lugano
Europe/London|Birmingham,Manchester,Glasgow,Liverpool,Leeds,Edinburgh,Bristol,Sheffield,Newcastle,Cardiff,Belfast,Nottingham
Europe/Dublin|Cork,Galway,Limerick
Europe/Paris|Marseille,Lyon,Toulouse,Nice=Nizza,Nantes,Strasbourg=Straßburg,Montpellier,Bordeaux,Lille,Rennes,Cannes
Europe/Madrid|Barcelona,Valencia,Seville=Sevilla,Zaragoza=Saragossa,Málaga,Bilbao,Palma,Murcia,Alicante
Atlantic/Canary|Las Palmas,Tenerife=Teneriffa
Europe/Lisbon|Porto,Braga,Faro
Europe/Rome|Milan=Mailand,Naples=Neapel,Turin,Palermo,Genoa=Genua,Bologna,Florence=Florenz,Venice=Venedig,Verona,Bari,Rimini,Bolzano=Bozen
Europe/Brussels|Antwerp=Antwerpen,Ghent=Gent,Liège=Lüttich,Bruges=Brügge
Europe/Amsterdam|Rotterdam,The Hague=Den Haag,Utrecht,Eindhoven,Maastricht,Groningen
Europe/Copenhagen|Aarhus,Odense,Aalborg
Europe/Stockholm|Gothenburg=Göteborg,Malmö,Uppsala
Europe/Oslo|Bergen,Trondheim,Stavanger
Europe/Helsinki|Espoo,Tampere,Turku
Europe/Warsaw|Kraków=Krakau,Łódź,Wrocław=Breslau,Poznań=Posen,Gdańsk=Danzig,Katowice=Kattowitz,Szczecin=Stettin
Europe/Prague|Brno=Brünn,Ostrava=Ostrau,Plzeň=Pilsen
Europe/Bratislava|Košice=Kaschau
Europe/Budapest|Debrecen
Europe/Ljubljana|Maribor=Marburg
Europe/Zagreb|Split,Rijeka,Dubrovnik
Europe/Belgrade|Novi Sad
Europe/Bucharest|Cluj-Napoca=Klausenburg,Timișoara=Temeswar,Iași,Constanța
Europe/Sofia|Plovdiv,Varna
Europe/Athens|Thessaloniki
Europe/Kyiv|Kharkiv=Charkiw,Odesa=Odessa,Dnipro,Lviv=Lemberg
Europe/Moscow|Saint Petersburg=Sankt Petersburg,Nizhny Novgorod=Nischni Nowgorod,Kazan=Kasan,Rostov-on-Don=Rostow am Don,Sochi=Sotschi
Europe/Istanbul|Ankara,Izmir,Bursa,Antalya,Adana
Asia/Jerusalem|Tel Aviv,Haifa
Asia/Dubai|Abu Dhabi,Sharjah=Schardscha
Asia/Riyadh|Jeddah=Dschidda,Mecca=Mekka,Medina
Asia/Tehran|Mashhad=Maschhad,Isfahan
Asia/Karachi|Lahore,Islamabad,Faisalabad
Asia/Kolkata|Mumbai,Delhi,New Delhi=Neu-Delhi,Bengaluru,Bangalore,Hyderabad,Chennai,Ahmedabad,Pune,Jaipur
Asia/Dhaka|Chittagong
Asia/Bangkok|Chiang Mai,Phuket
Asia/Ho_Chi_Minh|Hanoi,Da Nang
Asia/Kuala_Lumpur|Johor Bahru,George Town
Asia/Jakarta|Surabaya,Bandung,Medan
Asia/Makassar|Bali
Asia/Manila|Quezon City,Cebu
Asia/Shanghai|Beijing=Peking,Guangzhou,Shenzhen,Chengdu,Chongqing,Tianjin,Wuhan,Hangzhou,Nanjing,Xi’an
Asia/Seoul|Busan,Incheon,Daegu
Asia/Tokyo|Yokohama,Osaka,Nagoya,Sapporo,Fukuoka,Kyoto,Kobe,Hiroshima
Asia/Taipei|Kaohsiung,Taichung
Australia/Sydney|Canberra,Newcastle,Wollongong
Australia/Melbourne|Geelong
Australia/Brisbane|Gold Coast,Cairns
Pacific/Auckland|Wellington,Christchurch
Africa/Cairo|Alexandria,Giza=Gizeh
Africa/Casablanca|Rabat,Marrakesh=Marrakesch,Fez=Fès,Tangier=Tanger
Africa/Lagos|Kano,Abuja,Ibadan
Africa/Nairobi|Mombasa
Africa/Dar_es_Salaam|Dodoma,Zanzibar=Sansibar
Africa/Johannesburg|Cape Town=Kapstadt,Durban,Pretoria
Africa/Accra|Kumasi
America/New_York|Boston,Washington,Philadelphia,Miami,Atlanta,Orlando,Baltimore,Charlotte,Pittsburgh,Cleveland,Cincinnati,Columbus,Tampa,Jacksonville,Buffalo,Raleigh
America/Chicago|Houston,Dallas,Austin,San Antonio,New Orleans,Minneapolis,Saint Louis,Kansas City,Nashville,Memphis,Milwaukee,Oklahoma City
America/Denver|Salt Lake City,Albuquerque,El Paso,Colorado Springs
America/Phoenix|Tucson,Scottsdale
America/Los_Angeles|San Francisco,San Diego,Las Vegas,Seattle,Portland,Sacramento,San Jose,Oakland,Long Beach,Anaheim
Pacific/Honolulu|Waikiki
America/Toronto|Montreal,Ottawa,Quebec,Hamilton
America/Edmonton|Calgary
America/Vancouver|Victoria
America/Mexico_City|Guadalajara,Monterrey,Puebla
America/Tijuana|Mexicali
America/Bogota|Medellín,Cali,Barranquilla,Cartagena
America/Lima|Cusco,Arequipa
America/Caracas|Maracaibo,Valencia
America/Guayaquil|Quito
America/La_Paz|Santa Cruz
America/Santiago|Valparaíso,Concepción
America/Sao_Paulo|Rio de Janeiro,Brasília,Belo Horizonte,Porto Alegre,Curitiba,Florianópolis
America/Argentina/Cordoba|Rosario
`;
